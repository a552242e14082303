package io.lambdafs.namenode.cache;

import io.lambdafs.fs.Attributes;
import io.lambdafs.fs.Features;
import io.lambdafs.fs.Permission;

/**
 * An owner, a group, a permission and features: few combinations that many inodes have in common.
 *
 * @param shared whether it is one of the common ones, which are not charged to the inodes that have them
 */
record Principal(String owner, String group, Permission permission, Features features, boolean shared) {
    static Principal of(Attributes attributes, boolean shared) {
        return new Principal(
                attributes.owner(), attributes.group(), attributes.permission(), attributes.features(), shared);
    }

    Attributes attributes(long modificationMillis, long accessMillis) {
        return new Attributes(owner, group, permission, modificationMillis, accessMillis, features);
    }

    boolean isOf(Attributes attributes) {
        return permission.equals(attributes.permission())
                && owner.equals(attributes.owner())
                && group.equals(attributes.group())
                && features.equals(attributes.features());
    }

    int bytes() {
        return shared ? 0 : Costs.PRINCIPAL + Costs.text(owner) + Costs.text(group) + Costs.features(features);
    }
}
