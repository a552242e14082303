package io.lambdafs.cli.certificate;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** By what names and addresses clients know this machine. */
public final class HostNames {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9]([A-Za-z0-9.-]{0,252}[A-Za-z0-9])?");

    private HostNames() {}

    /** This machine's host name, and the address at which the stack listens. */
    public static Set<String> of(String bindAddress) {
        Set<String> names = new TreeSet<>();
        names.add(bindAddress);
        try {
            InetAddress local = InetAddress.getLocalHost();
            addIfName(names, local.getHostName());
            addIfName(names, local.getCanonicalHostName());
        } catch (UnknownHostException e) {
            // A machine whose name means nothing is known by its address.
            return names;
        }
        return names;
    }

    private static void addIfName(Set<String> names, String name) {
        if (NAME.matcher(name).matches()) {
            names.add(name);
        }
    }
}
