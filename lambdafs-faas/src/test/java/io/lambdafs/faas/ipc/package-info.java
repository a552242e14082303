/** Tests of the interception of programs' calls. */
package io.lambdafs.faas.ipc;
