/**
 * What requests to AWS need: {@link io.lambdafs.client.platform.aws.AwsCredentials} from the usual places, and the signature of version 4
 * made with them ({@link io.lambdafs.client.platform.aws.AwsSignature}). AWS's own library for that is several times as large as the
 * whole client and would be in every Hadoop process. Knows nothing of functions.
 */
package io.lambdafs.client.platform.aws;
