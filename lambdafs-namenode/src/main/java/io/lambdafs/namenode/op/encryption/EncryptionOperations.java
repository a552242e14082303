package io.lambdafs.namenode.op.encryption;

import io.lambdafs.namenode.Operation;
import io.lambdafs.namenode.encryption.EncryptedKeys;
import java.util.Map;

/** The operations on encryption zones, by the names of their methods. */
public final class EncryptionOperations {
    private EncryptionOperations() {}

    /** All of them. Without a key provider, zones that there are can be looked at. */
    public static Map<String, Operation<?, ?>> all(EncryptedKeys keys) {
        return Map.of(
                "createEncryptionZone", new CreateEncryptionZoneOperation(keys),
                "getEZForPath", new GetEZForPathOperation(),
                "getEnclosingRoot", new GetEnclosingRootOperation(),
                "listEncryptionZones", new ListEncryptionZonesOperation());
    }
}
