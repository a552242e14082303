package io.lambdafs.runtime.storetool;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.lambdafs.store.changefeed.CommittedTransaction;
import io.lambdafs.store.changefeed.RowChange;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;

/** Writes committed transactions as JSON, each in a line. */
final class ChangeLines {
    private static final JsonFactory JSON = new JsonFactory();

    private ChangeLines() {}

    static String line(CommittedTransaction transaction) {
        StringWriter line = new StringWriter();
        try (JsonGenerator json = JSON.createGenerator(line)) {
            json.writeStartObject();
            json.writeNumberField("number", transaction.number());
            json.writeStringField("time", transaction.time().toString());
            json.writeArrayFieldStart("changes");
            for (RowChange change : transaction.changes()) {
                write(json, change);
            }
            json.writeEndArray();
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException("nothing is written but to memory", e);
        }
        return line.toString();
    }

    private static void write(JsonGenerator json, RowChange change) throws IOException {
        json.writeStartObject();
        if (change instanceof RowChange.INodeRow inode) {
            json.writeStringField("table", "inodes");
            json.writeNumberField("id", inode.id().value());
            json.writeNumberField("parent", inode.key().parent().value());
            json.writeStringField("name", inode.key().name().toString());
        } else if (change instanceof RowChange.BlockRow block) {
            json.writeStringField("table", "blocks");
            json.writeNumberField("id", block.id().value());
        }
        json.writeStringField("change", change.deleted() ? "deleted" : "written");
        json.writeEndObject();
    }
}
