package io.lambdafs.openwhisk.platform.rest;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lambdafs.openwhisk.platform.pool.PoolView;
import io.lambdafs.openwhisk.platform.pool.StemCells;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** {@code /admin/instances}: the pool from inside. Not part of OpenWhisk; clients of the file system never use it. */
final class AdminResource implements RestResource {
    private final Supplier<PoolView> pool;
    private final RestSettings settings;

    AdminResource(Supplier<PoolView> pool, RestSettings settings) {
        this.pool = pool;
        this.settings = settings;
    }

    @Override
    public CompletionStage<RestReply> handle(RestRequest request) {
        if (!request.path().equals(List.of("instances"))) {
            throw RestException.notFound();
        }
        ActionsResource.requireMethod(request.isGet(), "GET");
        return RestReply.now(describe(pool.get()));
    }

    private ObjectNode describe(PoolView view) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("coldStarts", view.coldStarts());
        json.put("scaleOuts", view.scaleOuts());
        json.put("evictions", view.evictions());
        json.put("calls", view.calls());
        json.put("gigabyteSeconds", view.gigabyteSeconds());
        json.put("queued", view.queued());
        json.put("usedMemoryMb", view.usedMemoryMb());
        json.put("totalMemoryMb", settings.totalMemoryMb());
        json.put("usedCpuMillis", view.usedCpuMillis());
        json.put("totalCpuMillis", settings.totalCpuMillis());
        json.put("limitsEnforced", settings.unlimited().isEmpty());
        settings.unlimited().ifPresent(reason -> json.put("noLimitsBecause", reason));
        json.put("stemStarts", view.stemCells().taken());
        json.put("stemCellsLost", view.stemCells().lost());
        ArrayNode stemCells = json.putArray("stemCells");
        view.stemCells().cells().forEach(cell -> describe(stemCells.addObject(), cell));
        ArrayNode instances = json.putArray("instances");
        view.instances().forEach(instance -> describe(instances.addObject(), instance));
        return json;
    }

    private static void describe(ObjectNode json, StemCells.CellView cell) {
        json.put("image", cell.image())
                .put("state", cell.ready() ? "ready" : "starting")
                .put("pid", cell.pid())
                .put("port", cell.port())
                .put("memoryMb", cell.memoryMb())
                .put("started", cell.startedMillis());
    }

    private static void describe(ObjectNode json, PoolView.InstanceView instance) {
        json.put("id", instance.id())
                .put("action", instance.action())
                .put("version", instance.version())
                .put("state", instance.state())
                .put("pid", instance.pid())
                .put("port", instance.port())
                .put("active", instance.active())
                .put("activations", instance.activations())
                .put("memoryMb", instance.memoryMb())
                .put("cpuMillis", instance.cpuMillis())
                .put("started", instance.startedMillis())
                .put("lastUsed", instance.lastUsedMillis());
        json.put("declinesSibling", instance.declinesSibling());
        instance.usage().cpuMillis().ifPresent(millis -> json.put("cpuTimeMillis", millis));
        instance.usage().coreMillis().ifPresent(millis -> json.put("cpuInUseMillis", millis));
        instance.usage().throttledMillis().ifPresent(millis -> json.put("throttledMillis", millis));
    }
}
