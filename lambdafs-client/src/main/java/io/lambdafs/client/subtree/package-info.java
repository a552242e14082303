/**
 * The client of a decoupled subtree: operations go to a journal and to an overlay in this process's memory, and reach the namespace when they
 * are merged. Programs begin with {@link io.lambdafs.client.subtree.DecoupledSubtree}; the plugin, with {@link
 * io.lambdafs.client.subtree.OverlayTranslator}.
 */
package io.lambdafs.client.subtree;
