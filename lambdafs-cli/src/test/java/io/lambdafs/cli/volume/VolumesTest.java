package io.lambdafs.cli.volume;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

final class VolumesTest {
    @Test
    void text_isReadAndWritten() {
        assertThat(Volumes.parse("disk, SSD,Archive")).hasToString("DISK,SSD,ARCHIVE");
        assertThat(Volumes.DEFAULT).hasToString("DISK").isEqualTo(Volumes.parse("DISK"));
        for (String wrong : new String[] {"", "TAPE", "DISK,,SSD", "PROVIDED", "DISK,".repeat(16) + "DISK"}) {
            assertThatThrownBy(() -> Volumes.parse(wrong))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("--volumes takes");
        }
    }

    @Test
    void firstVolume_isWhereItIsWithoutOthers() {
        assertThat(Volumes.DEFAULT.dataDirectories("dn", name -> Path.of("/d", name)))
                .isEqualTo("[DISK]/d/dn");
        assertThat(Volumes.parse("DISK,SSD,SSD").dataDirectories("dn", name -> Path.of("/d", name)))
                .isEqualTo("[DISK]/d/dn,[SSD]/d/dn-ssd1,[SSD]/d/dn-ssd2");
    }

    @Test
    void furtherVolumes_extendEarlierOnes() {
        assertThat(Volumes.parse("DISK,SSD").extend(Volumes.DEFAULT)).isTrue();
        assertThat(Volumes.parse("SSD,DISK").extend(Volumes.DEFAULT)).isFalse();
        assertThat(Volumes.DEFAULT.extend(Volumes.parse("DISK,SSD"))).isFalse();
    }
}
