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

/** References of a page with what is known of their artifacts now. */
public final class ArtifactReferenceEnricher {
    /** Of one page; references beyond stay as they were said. */
    static final int MOST = 1000;

    private ArtifactReferenceEnricher() {}

    /** The artifacts that a page refers to, the first of them. */
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
     * @param asked about which of them
     * @param known those that are there and may be seen; {@code "gone": true} stands at the others
     */
    public static HistoryPage told(HistoryPage page, List<String> asked, Map<String, ArtifactMetadata> known) {
        Set<String> all = Set.copyOf(asked);
        return new HistoryPage(
                page.items().stream().map(item -> told(item, all, known)).toList(),
                page.nextCursor(),
                page.prevCursor(),
                page.hasMore(),
                page.totalCount());
    }

    /** References with what whoever asks may do with their artifacts. */
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
        if (!(ref instanceof ObjectNode said) || !ref.path("artifact_id").isTextual()) {
            return ref;
        }
        ObjectNode permitted = said.deepCopy();
        permissions.forEach(permitted.putArray("permissions")::add);
        return permitted;
    }

    private static TranscriptItem told(TranscriptItem item, Set<String> asked, Map<String, ArtifactMetadata> known) {
        return item.withArtifactRefs(item.artifactRefs().stream()
                .map(ref -> ref instanceof ObjectNode said
                                && asked.contains(ref.path("artifact_id").asText(""))
                        ? told(
                                said.deepCopy(),
                                known.get(ref.path("artifact_id").asText()))
                        : ref)
                .toList());
    }

    private static JsonNode told(ObjectNode ref, @Nullable ArtifactMetadata artifact) {
        String said = ref.path("sha256").textValue();
        // An id is of a run: by now it may be that of another run's artifact.
        if (artifact == null || said != null && !said.equalsIgnoreCase(artifact.sha256())) {
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
