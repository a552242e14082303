package io.lambdafs.openwhisk.platform.rest;

import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** Says where a text stops being JSON, in the words of the parser that OpenWhisk has: clients may look for them. */
final class JsonDiagnosis {
    private static final char END = '\uFFFF';
    private static final int MAX_DEPTH = 256;
    private static final String ESCAPES = "\"/\\bfnrt";
    private static final int HEX_DIGITS = 4;
    private static final int HEX = 16;

    private final String text;
    private int at;

    private JsonDiagnosis(String text) {
        this.text = text;
    }

    /** What is wrong with a text that is no JSON; a sentence without a place if nothing is found that OpenWhisk would see. */
    static String of(byte[] json) {
        JsonDiagnosis diagnosis = new JsonDiagnosis(new String(json, StandardCharsets.UTF_8));
        try {
            diagnosis.space();
            diagnosis.value(0);
            diagnosis.require(END, "end-of-input");
            return "the body is not valid JSON";
        } catch (Unexpected e) {
            return String.valueOf(e.getMessage());
        }
    }

    private void value(int depth) throws Unexpected {
        switch (current()) {
            case 'f' -> word("false");
            case 'n' -> word("null");
            case 't' -> word("true");
            case '{' -> group(depth, '}', true);
            case '[' -> group(depth, ']', false);
            case '"' -> string();
            case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9' -> number();
            default -> throw unexpected("JSON Value", at);
        }
    }

    /** An object or a list, of which the opening bracket is next. */
    private void group(int depth, char closing, boolean named) throws Unexpected {
        if (depth == MAX_DEPTH) {
            throw new Unexpected("JSON input nested too deeply");
        }
        at++;
        space();
        if (current() != closing) {
            do {
                if (named) {
                    string();
                    require(':', "':'");
                    space();
                }
                value(depth + 1);
            } while (skipsComma());
        }
        require(closing, "'" + closing + "'");
        space();
    }

    private boolean skipsComma() {
        boolean comma = skips(',');
        if (comma) {
            space();
        }
        return comma;
    }

    private void word(String word) throws Unexpected {
        int mark = at;
        for (int i = 0; i < word.length(); i++) {
            if (!skips(word.charAt(i))) {
                throw unexpected("JSON Value", mark);
            }
        }
        space();
    }

    private void number() throws Unexpected {
        skips('-');
        if (!skips('0')) {
            digits();
        }
        if (skips('.')) {
            digits();
        }
        if (skips('e') || skips('E')) {
            if (!skips('-')) {
                skips('+');
            }
            digits();
        }
        space();
    }

    private void digits() throws Unexpected {
        int begin = at;
        while (current() >= '0' && current() <= '9') {
            at++;
        }
        if (at == begin) {
            throw unexpected("DIGIT", at);
        }
    }

    private void string() throws Unexpected {
        require('"', "'\"'");
        while (current() != '"' && current() >= ' ' && current() != END) {
            if (skips('\\')) {
                escaped();
            } else {
                at++;
            }
        }
        require('"', "'\"'");
        space();
    }

    private void escaped() throws Unexpected {
        if (skips('u')) {
            for (int i = 0; i < HEX_DIGITS; i++) {
                if (Character.digit(current(), HEX) < 0) {
                    throw unexpected("hex digit", at);
                }
                at++;
            }
        } else if (ESCAPES.indexOf(current()) >= 0) {
            at++;
        } else {
            throw unexpected("JSON escape sequence", at);
        }
    }

    private void space() {
        while (" \t\r\n".indexOf(current()) >= 0) {
            at++;
        }
    }

    private char current() {
        return at < text.length() ? text.charAt(at) : END;
    }

    private boolean skips(char next) {
        boolean there = current() == next && at < text.length();
        at += there ? 1 : 0;
        return there;
    }

    private void require(char next, String name) throws Unexpected {
        if (current() != next) {
            throw unexpected(name, at);
        }
        at++;
    }

    /** The character that is next is not this, which had to be at the index. */
    private Unexpected unexpected(String expected, int index) {
        int lineBegin = text.lastIndexOf('\n', index - 1) + 1;
        int lineEnd = text.indexOf('\n', index);
        String line = text.substring(lineBegin, lineEnd < 0 ? text.length() : lineEnd);
        long lineNumber =
                1 + text.substring(0, lineBegin).chars().filter(c -> c == '\n').count();
        int position = index - lineBegin + 1;
        return new Unexpected("Unexpected " + name(current()) + " at input index " + index + " (line " + lineNumber
                + ", position " + position + "), expected " + expected + ":\n" + line.replaceAll("\\p{Cntrl}", "?")
                + "\n" + " ".repeat(position - 1) + "^\n");
    }

    private static String name(char found) {
        if (found == END) {
            return "end-of-input";
        }
        return "character '"
                + (Character.isISOControl(found) ? String.format(Locale.ROOT, "\\u%04x", (int) found) : found) + "'";
    }

    /** Ends the search: what is wrong has been found. */
    private static final class Unexpected extends Exception {
        private static final long serialVersionUID = 1;

        Unexpected(String message) {
            super(message, null, false, false);
        }
    }
}
