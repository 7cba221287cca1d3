package dev.agenthost.context.transcript;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.hostapi.ArtifactMetadata;
import dev.agenthost.protocol.hostapi.HistoryPage;
import dev.agenthost.protocol.hostapi.TranscriptItem;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Adds the current metadata of artifacts to the references of a page. */
public final class ArtifactReferenceEnricher {
    /** Most artifacts of one page; further references stay unchanged. */
    static final int MOST = 1000;

    private ArtifactReferenceEnricher() {}

    /** Returns the ids of the first artifacts that a page refers to. */
    public static List<String> ids(HistoryPage page) {
        return page.items().stream()
                .flatMap(item -> item.artifactRefs().stream())
                .map(ref -> ref.path("artifact_id").asText(""))
                .filter(id -> !id.isEmpty())
                .distinct()
                .limit(MOST)
                .toList();
    }

    /**
     * @param requested ids that were looked up
     * @param known existing artifacts that the reader may see; the other references get {@code "gone": true}
     */
    public static HistoryPage enrich(HistoryPage page, List<String> requested, Map<String, ArtifactMetadata> known) {
        Set<String> all = Set.copyOf(requested);
        return new HistoryPage(
                page.items().stream().map(item -> enrich(item, all, known)).toList(),
                page.nextCursor(),
                page.prevCursor(),
                page.hasMore(),
                page.totalCount());
    }

    /** Adds the reader's permissions to the references. */
    public static HistoryPage permitting(HistoryPage page, List<String> permissions) {
        return new HistoryPage(
                page.items().stream()
                        .map(item -> item.withArtifactRefs(item.artifactRefs().stream()
                                .map(ref -> permitting(ref, permissions))
                                .toList()))
                        .toList(),
                page.nextCursor(),
                page.prevCursor(),
                page.hasMore(),
                page.totalCount());
    }

    private static JsonNode permitting(JsonNode ref, List<String> permissions) {
        if (!(ref instanceof ObjectNode reference) || !ref.path("artifact_id").isTextual()) {
            return ref;
        }
        ObjectNode permitted = reference.deepCopy();
        permissions.forEach(permitted.putArray("permissions")::add);
        return permitted;
    }

    private static TranscriptItem enrich(
            TranscriptItem item, Set<String> requested, Map<String, ArtifactMetadata> known) {
        return item.withArtifactRefs(item.artifactRefs().stream()
                .map(ref -> ref instanceof ObjectNode reference
                                && requested.contains(ref.path("artifact_id").asText(""))
                        ? enrich(
                                reference.deepCopy(),
                                known.get(ref.path("artifact_id").asText()))
                        : ref)
                .toList());
    }

    private static JsonNode enrich(ObjectNode ref, @Nullable ArtifactMetadata artifact) {
        String digest = ref.path("sha256").textValue();
        // An id is unique in its run only: it may now belong to another run's artifact.
        if (artifact == null || digest != null && !digest.equalsIgnoreCase(artifact.sha256())) {
            return ref.put("gone", true);
        }
        put(ref, "mime_type", artifact.mimeType());
        put(ref, "name", artifact.name());
        put(ref, "sha256", artifact.sha256());
        put(ref, "scope", artifact.scope());
        put(ref, "summary", artifact.summary());
        ref.put("size_bytes", artifact.sizeBytes());
        ref.put("expires_at", artifact.expiresAt());
        return ref;
    }

    private static void put(ObjectNode ref, String field, @Nullable String value) {
        if (value != null) {
            ref.put(field, value);
        }
    }
}
