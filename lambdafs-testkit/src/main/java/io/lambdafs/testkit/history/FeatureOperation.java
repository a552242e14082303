package io.lambdafs.testkit.history;

/** A call that concerns extended attributes, access control lists, quotas or snapshots. */
public sealed interface FeatureOperation extends FileOperation {
    /** setXAttr, of an attribute of the user; a fresh one must not be there yet. */
    record SetXAttr(String path, String name, String value, boolean fresh) implements FeatureOperation {
        @Override
        public String word() {
            return "setXAttr";
        }

        @Override
        public void describe(JsonLine line) {
            line.text("name", name).text("value", value).flag("fresh", fresh);
        }
    }

    /** removeXAttr, of an attribute of the user. */
    record RemoveXAttr(String path, String name) implements FeatureOperation {
        @Override
        public String word() {
            return "removeXAttr";
        }

        @Override
        public void describe(JsonLine line) {
            line.text("name", name);
        }
    }

    /** getXAttrs, of all that there are. */
    record GetXAttrs(String path) implements FeatureOperation {
        @Override
        public String word() {
            return "getXAttrs";
        }
    }

    /** setAcl, with entries as the shell writes them. */
    record SetAcl(String path, String entries) implements FeatureOperation {
        @Override
        public String word() {
            return "setAcl";
        }

        @Override
        public void describe(JsonLine line) {
            line.text("value", entries);
        }
    }

    /** modifyAclEntries, with entries as the shell writes them. */
    record ModifyAcl(String path, String entries) implements FeatureOperation {
        @Override
        public String word() {
            return "modifyAcl";
        }

        @Override
        public void describe(JsonLine line) {
            line.text("value", entries);
        }
    }

    /** removeAcl. */
    record RemoveAcl(String path) implements FeatureOperation {
        @Override
        public String word() {
            return "removeAcl";
        }
    }

    /** getAclStatus. */
    record GetAcl(String path) implements FeatureOperation {
        @Override
        public String word() {
            return "getAcl";
        }
    }

    /** checkAccess by a user who owns nothing; the bits are those of a mode. */
    record CheckAccess(String path, String user, int bits) implements FeatureOperation {
        @Override
        public String word() {
            return "access";
        }

        @Override
        public void describe(JsonLine line) {
            line.text("user", user).number("mode", bits);
        }
    }

    /** setQuota, of names alone; -1 for none. */
    record SetQuota(String path, long names) implements FeatureOperation {
        @Override
        public String word() {
            return "setQuota";
        }

        @Override
        public void describe(JsonLine line) {
            line.number("quota", names);
        }
    }

    /** getQuotaUsage. */
    record GetUsage(String path) implements FeatureOperation {
        @Override
        public String word() {
            return "usage";
        }
    }

    /** allowSnapshot. */
    record AllowSnapshot(String path) implements FeatureOperation {
        @Override
        public String word() {
            return "allowSnapshot";
        }
    }

    /** createSnapshot. */
    record CreateSnapshot(String path, String name) implements FeatureOperation {
        @Override
        public String word() {
            return "createSnapshot";
        }

        @Override
        public void describe(JsonLine line) {
            line.text("name", name);
        }
    }

    /** deleteSnapshot. */
    record DeleteSnapshot(String path, String name) implements FeatureOperation {
        @Override
        public String word() {
            return "deleteSnapshot";
        }

        @Override
        public void describe(JsonLine line) {
            line.text("name", name);
        }
    }

    /** getSnapshotListing: the names of the snapshots of a directory. */
    record ListSnapshots(String path) implements FeatureOperation {
        @Override
        public String word() {
            return "snapshots";
        }
    }
}
