/**
 * Listings as Hadoop's client gets them, made for less than Hadoop's own classes take.
 *
 * <p>Knows Hadoop's messages and nothing of how they arrive. Start reading at
 * {@link io.lambdafs.client.listing.ListingMessages}.
 */
package io.lambdafs.client.listing;
