/** Files of decoupled subtrees on this machine's disk: journals, and what tells processes of each other. Only their user may read them. */
package io.lambdafs.client.subtree.disk;
