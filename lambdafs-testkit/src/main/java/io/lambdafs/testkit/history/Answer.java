package io.lambdafs.testkit.history;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The answer that a client got, or that it got none. */
public sealed interface Answer {
    /** Adds it to the line of its operation. */
    void describe(JsonLine line);

    /** Whether it is known what became of the operation. */
    default boolean isKnown() {
        return true;
    }

    /** Success, without more to tell. */
    record Done() implements Answer {
        @Override
        public void describe(JsonLine line) {
            line.text("outcome", "ok");
        }
    }

    /** Success, or the polite refusal of calls that answer false. */
    record Truth(boolean value) implements Answer {
        @Override
        public void describe(JsonLine line) {
            line.text("outcome", "ok").flag("answer", value);
        }
    }

    /** What there is at a path; null for nothing. */
    record Status(@Nullable Attributes attributes) implements Answer {
        @Override
        public void describe(JsonLine line) {
            line.text("outcome", "ok");
            if (attributes != null) {
                line.object("status", attributes::describe);
            }
        }
    }

    /** What a directory holds, in the order of names. */
    record Listing(boolean found, List<Attributes> entries) implements Answer {
        public Listing {
            entries = List.copyOf(entries);
        }

        @Override
        public void describe(JsonLine line) {
            line.text("outcome", "ok").flag("found", found);
            if (!entries.isEmpty()) {
                line.objects(
                        "entries",
                        entries.stream()
                                .map(entry -> (JsonLine.Part) entry::describe)
                                .toList());
            }
        }
    }

    /** What the answer has of attributes, entries, counts or names, in its order. */
    record Texts(List<String> texts) implements Answer {
        public Texts {
            texts = List.copyOf(texts);
        }

        @Override
        public void describe(JsonLine line) {
            line.text("outcome", "ok");
            if (!texts.isEmpty()) {
                line.texts("texts", texts);
            }
        }
    }

    /** A file was opened for reading; whether somebody still writes it. */
    record Opened(boolean written) implements Answer {
        @Override
        public void describe(JsonLine line) {
            line.text("outcome", "ok").flag("open", written);
        }
    }

    /** An error of the file system: nothing was changed. */
    record Refused(String error) implements Answer {
        @Override
        public void describe(JsonLine line) {
            line.text("outcome", "refused").text("error", error);
        }
    }

    /** No answer that tells whether the operation took effect; it may still do so. */
    record Unknown(String reason) implements Answer {
        @Override
        public void describe(JsonLine line) {
            line.text("outcome", "unknown").text("reason", reason);
        }

        @Override
        public boolean isKnown() {
            return false;
        }
    }

    /** What the answer has of one file or directory; times in milliseconds. */
    record Attributes(String name, boolean directory, long id, int mode, long modified, long accessed) {
        void describe(JsonLine line) {
            line.text("name", name)
                    .flag("dir", directory)
                    .number("id", id)
                    .number("mode", mode)
                    .number("mtime", modified)
                    .number("atime", accessed);
        }
    }
}
