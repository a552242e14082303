package io.lambdafs.gateway.web;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Set;
import org.apache.hadoop.util.StringUtils;

/** The names that a client may give the gateway's machine. */
final class OwnNames {
    private OwnNames() {}

    /** This machine's, that of the address where the gateway listens, and further ones from a list with commas. */
    static Set<String> of(String address, String further) {
        Set<String> names = new LinkedHashSet<>();
        names.add("localhost");
        names.add(lower(address));
        try {
            InetAddress own = InetAddress.getLocalHost();
            names.add(lower(own.getHostName()));
            names.add(lower(own.getCanonicalHostName()));
            names.add(lower(InetAddress.getByName(address).getCanonicalHostName()));
        } catch (UnknownHostException e) {
            // A machine without a name has one name less.
            names.add("localhost.localdomain");
        }
        for (String name : StringUtils.getTrimmedStrings(further)) {
            names.add(lower(name));
        }
        return names;
    }

    private static String lower(String name) {
        return name.toLowerCase(Locale.ROOT);
    }
}
