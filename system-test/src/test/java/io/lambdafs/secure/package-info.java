/** Secure mode, with real processes: clients by delegation tokens and by Kerberos, with the plugin and without. */
package io.lambdafs.secure;
