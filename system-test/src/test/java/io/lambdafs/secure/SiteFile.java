package io.lambdafs.secure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** A file with settings of Hadoop's. */
final class SiteFile {
    private SiteFile() {}

    /** Writes one; neither names nor values have characters that are special in XML. */
    static void write(Path file, Map<String, String> settings) throws IOException {
        StringBuilder xml = new StringBuilder("<configuration>\n");
        settings.forEach((name, value) -> xml.append("<property><name>")
                .append(name)
                .append("</name><value>")
                .append(value)
                .append("</value></property>\n"));
        Files.createDirectories(file.getParent());
        Files.writeString(file, xml.append("</configuration>\n"));
    }
}
