package io.lambdafs.wire.journal;

import java.util.Comparator;

/** The order of names by the bytes of their UTF-8, in which HDFS lists directories: that of their code points. */
public enum NameOrder implements Comparator<String> {
    INSTANCE;

    @Override
    public int compare(String first, String second) {
        int most = Math.min(first.length(), second.length());
        for (int i = 0; i < most; i++) {
            char a = first.charAt(i);
            char b = second.charAt(i);
            if (a != b) {
                boolean halves = Character.isSurrogate(a) != Character.isSurrogate(b);
                // A surrogate stands for a code point above all that one char holds.
                return halves ? (Character.isSurrogate(a) ? 1 : -1) : Character.compare(a, b);
            }
        }
        return Integer.compare(first.length(), second.length());
    }
}
