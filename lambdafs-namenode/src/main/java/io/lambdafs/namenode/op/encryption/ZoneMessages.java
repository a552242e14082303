package io.lambdafs.namenode.op.encryption;

import io.lambdafs.namenode.encryption.Zone;
import org.apache.hadoop.hdfs.protocol.proto.EncryptionZonesProtos.EncryptionZoneProto;

/** Conversion of zones to messages. */
final class ZoneMessages {
    private ZoneMessages() {}

    static EncryptionZoneProto of(Zone zone) {
        return EncryptionZoneProto.newBuilder()
                .setId(zone.root().value())
                .setPath(zone.path().toString())
                .setSuite(zone.info().getSuite())
                .setCryptoProtocolVersion(zone.info().getCryptoProtocolVersion())
                .setKeyName(zone.info().getKeyName())
                .build();
    }
}
