/** Tests of the certificates of a stack. */
package io.lambdafs.cli.certificate;
