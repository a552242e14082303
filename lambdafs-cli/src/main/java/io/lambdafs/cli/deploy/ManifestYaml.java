package io.lambdafs.cli.deploy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.snakeyaml.engine.v2.api.Dump;
import org.snakeyaml.engine.v2.api.DumpSettings;
import org.snakeyaml.engine.v2.common.FlowStyle;

/** Manifests as people write them. */
final class ManifestYaml {
    private ManifestYaml() {}

    /** The object in YAML. */
    static String of(JsonNode object) {
        DumpSettings settings = DumpSettings.builder()
                .setDefaultFlowStyle(FlowStyle.BLOCK)
                .setWidth(Integer.MAX_VALUE)
                .build();
        return new Dump(settings).dumpToString(new ObjectMapper().convertValue(object, Object.class));
    }
}
