package io.lambdafs.openwhisk.platform.rest;

import com.fasterxml.jackson.databind.node.BinaryNode;
import io.lambdafs.metrics.Exposition;
import io.lambdafs.metrics.MetricsText;
import io.lambdafs.openwhisk.platform.metrics.ActivationMetrics;
import io.lambdafs.openwhisk.platform.metrics.MergedMetrics;
import io.lambdafs.openwhisk.platform.metrics.PoolMetrics;
import io.lambdafs.openwhisk.platform.pool.Action;
import io.lambdafs.openwhisk.platform.pool.Dispatcher;
import io.lambdafs.openwhisk.platform.pool.MetricsOfInstance;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** {@code /metrics}: what the platform and its instances count, for Prometheus. Not part of OpenWhisk. */
final class MetricsResource implements RestResource {
    private final Dispatcher dispatcher;
    private final ActivationMetrics activations;
    private final ActionRegistry registry;
    private final PoolMetrics.Limits limits;

    MetricsResource(
            Dispatcher dispatcher, ActivationMetrics activations, ActionRegistry registry, RestSettings settings) {
        this.dispatcher = dispatcher;
        this.activations = activations;
        this.registry = registry;
        this.limits = new PoolMetrics.Limits(settings.totalMemoryMb(), settings.totalCpuMillis());
    }

    @Override
    public CompletionStage<RestReply> handle(RestRequest request) {
        ActionsResource.requireMethod(request.isGet(), "GET");
        return dispatcher.metrics().thenApply(instances -> reply(instances, request.accept()));
    }

    private RestReply reply(List<MetricsOfInstance> instances, @Nullable String accept) {
        MetricsText text = new MetricsText();
        PoolMetrics.add(
                text,
                dispatcher.view(),
                registry.all().stream().map(Action::name).toList(),
                limits);
        activations.addTo(text);
        MergedMetrics merged = new MergedMetrics();
        for (MetricsOfInstance instance : instances) {
            merged.add(
                    instance.text(),
                    instance.instance().action(),
                    Long.toString(instance.instance().id()));
        }
        Exposition metrics = Exposition.of(text + merged.text(), accept);
        return new RestReply(200, BinaryNode.valueOf(metrics.body()), Map.of("Content-Type", metrics.contentType()));
    }
}
