package io.lambdafs.permissions;

import java.util.ArrayList;
import java.util.List;

/**
 * The rights on the places that a call is about.
 *
 * @param name for people
 * @param above mode of the directory above the parent
 * @param parent mode of the directory that has the target
 * @param target mode of the target
 * @param parentAcl entries of the parent beyond its mode, as {@code setfacl} takes them; empty for none
 * @param targetAcl entries of the target beyond its mode; empty for none
 */
record Rights(String name, int above, int parent, int target, String parentAcl, String targetAcl) {
    private static final int OPEN = 0777;

    private static Rights ofParent(int mode) {
        return new Rights("parent " + Integer.toOctalString(mode), OPEN, mode, OPEN, "", "");
    }

    private static Rights ofTarget(int mode) {
        return new Rights("target " + Integer.toOctalString(mode), OPEN, OPEN, mode, "", "");
    }

    private static Rights ofAcl(int mode, String parent, String target) {
        String name = "acl " + Integer.toOctalString(mode) + " " + parent + "/" + target;
        return new Rights(name, OPEN, parent.isEmpty() ? OPEN : mode, target.isEmpty() ? OPEN : mode, parent, target);
    }

    /** All that are tried. */
    static List<Rights> all() {
        List<Rights> all = new ArrayList<>();
        for (int mode : new int[] {0700, 0711, 0000}) {
            all.add(new Rights("above " + Integer.toOctalString(mode), mode, OPEN, OPEN, "", ""));
        }
        for (int mode : new int[] {0777, 0755, 0750, 0555, 0711, 0700, 0070, 0007, 0000, 01777, 01755}) {
            all.add(ofParent(mode));
        }
        for (int mode : new int[] {0744, 0700, 0070, 0007, 0444, 0222, 0111, 0000, 01777}) {
            all.add(ofTarget(mode));
        }
        for (String entry : new String[] {
            "user:dave:rwx",
            "user:dave:---",
            "group:users:rwx",
            "group:users:---,group:staff:r-x",
            "user:dave:rwx,mask::r-x"
        }) {
            all.add(ofAcl(0750, entry, ""));
            all.add(ofAcl(0750, "", entry));
            all.add(ofAcl(01757, entry, ""));
        }
        return all;
    }
}
