package io.lambdafs.benchmark.paper;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lambdafs.benchmark.plot.Page;
import io.lambdafs.benchmark.verdict.Target;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The files of a run: a page with everything, and each table for programs and for gnuplot. */
final class PaperFiles {
    private final Path directory;
    private final String remark;

    /** In this directory; the remark says how the run was made. */
    PaperFiles(Path directory, String remark) {
        this.directory = directory;
        this.remark = remark;
    }

    /** Where the page is. */
    Path page() {
        return directory.resolve("report.html");
    }

    /** Writes all sections so far, over what was written before. */
    void write(List<Section> sections) throws IOException {
        Files.createDirectories(directory);
        Page page = new Page("The λFS paper's evaluation in miniature");
        page.paragraph(remark);
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("schema", 1).put("remark", remark);
        ArrayNode all = json.putArray("sections");
        for (Section section : sections) {
            section.writeTo(page);
            describe(all.addObject(), section);
            for (DataTable table : section.tables()) {
                Files.write(directory.resolve(table.name() + ".csv"), table.csv());
                Files.write(directory.resolve(table.name() + ".dat"), table.gnuplot());
            }
        }
        Files.writeString(page(), page.standalone());
        new ObjectMapper()
                .writerWithDefaultPrettyPrinter()
                .writeValue(directory.resolve("run.json").toFile(), json);
    }

    private static void describe(ObjectNode json, Section section) {
        json.put("key", section.key()).put("title", section.title());
        section.comparisons().forEach(json.putArray("comparisons")::add);
        ArrayNode targets = json.putArray("targets");
        for (Target target : section.targets()) {
            ObjectNode node = targets.addObject();
            node.put("what", target.what()).put("unit", target.unit());
            if (Double.isFinite(target.value())) {
                node.put("value", target.value());
            } else {
                node.putNull("value");
            }
            node.put("must", target.target()).put("atMost", target.atMost()).put("met", target.isMet());
        }
    }
}
