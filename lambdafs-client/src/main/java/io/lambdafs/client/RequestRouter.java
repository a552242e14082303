package io.lambdafs.client;

import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.thirdparty.protobuf.Descriptors.Descriptor;
import org.apache.hadoop.thirdparty.protobuf.Descriptors.FieldDescriptor;
import org.apache.hadoop.thirdparty.protobuf.Message;

/**
 * Finds the path in a request message and so the deployment that owns it.
 *
 * <p>Works on the messages' descriptors, so that a method that a newer Hadoop adds is routed without a change here.
 * Methods about a directory's children go to the owner of the children, all others to the owner of the inode.
 */
final class RequestRouter {
    private static final List<String> PATH_FIELDS =
            Collections.unmodifiableList(Arrays.asList("src", "path", "trg", "link", "snapshotRoot", "paths"));
    private static final List<String> HOLDER_FIELDS =
            Collections.unmodifiableList(Arrays.asList("clientName", "holder", "client"));
    private static final Set<String> BY_DIRECTORY = Collections.unmodifiableSet(
            new HashSet<>(Arrays.asList("getListing", "getBatchedListing", "getContentSummary", "getQuotaUsage")));

    private static final Set<String> BY_FILENAME =
            Collections.unmodifiableSet(new HashSet<>(Arrays.asList("getPreferredBlockSize", "getEnclosingRoot")));

    private final Route fallback;
    private final Map<Descriptor, Optional<FieldDescriptor>> pathFields = new ConcurrentHashMap<>();

    /** Routes requests that name neither a path nor a lease holder by this text. */
    RequestRouter(String spread) {
        this.fallback = Route.spreadBy(spread);
    }

    Route route(String method, Message request) {
        return route(method, request, fallback);
    }

    /** As {@link #route(String, Message)}, but with a fallback of the call's own. */
    Route route(String method, Message request, Route otherwise) {
        Optional<FieldDescriptor> field =
                pathFields.computeIfAbsent(request.getDescriptorForType(), descriptor -> field(method, descriptor));
        String text = field.map(descriptor -> text(request, descriptor)).orElse("");
        if (text.isEmpty()) {
            return otherwise;
        }
        if (!text.startsWith("/")) {
            return Route.spreadBy(text);
        }
        return BY_DIRECTORY.contains(method) ? Route.toOwnerOfChildrenOf(text) : Route.toOwnerOf(text);
    }

    private static Optional<FieldDescriptor> field(String method, Descriptor descriptor) {
        // Elsewhere a "filename" is not a path of the namespace.
        if (BY_FILENAME.contains(method)) {
            return textField(descriptor, "filename");
        }
        for (String name : PATH_FIELDS) {
            Optional<FieldDescriptor> field = textField(descriptor, name);
            if (field.isPresent()) {
                return field;
            }
        }
        for (String name : HOLDER_FIELDS) {
            Optional<FieldDescriptor> field = textField(descriptor, name);
            if (field.isPresent()) {
                return field;
            }
        }
        return Optional.empty();
    }

    private static Optional<FieldDescriptor> textField(Descriptor descriptor, String name) {
        return Optional.ofNullable(descriptor.findFieldByName(name))
                .filter(field -> field.getJavaType() == FieldDescriptor.JavaType.STRING);
    }

    private static String text(Message request, FieldDescriptor field) {
        if (!field.isRepeated()) {
            return (String) request.getField(field);
        }
        return request.getRepeatedFieldCount(field) == 0 ? "" : (String) request.getRepeatedField(field, 0);
    }
}
