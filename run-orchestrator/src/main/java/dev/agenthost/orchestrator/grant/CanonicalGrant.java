package dev.agenthost.orchestrator.grant;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.protocol.json.CanonicalJson;
import dev.agenthost.protocol.json.ProtocolCodec;

/**
 * A grant with its canonical JSON, the source of its digest, its audit summary, its stored form and the digests of its parts in the run
 * context.
 *
 * @param json in the order of {@link CanonicalJson}
 */
public record CanonicalGrant(Grant grant, JsonNode json) {
    public static CanonicalGrant of(Grant grant) {
        return new CanonicalGrant(grant, CanonicalJson.of(ProtocolCodec.tree(grant)));
    }

    /** Returns the digest: equal for equal grants on every replica. */
    public String sha256() {
        return CanonicalJson.sha256OfOrdered(json);
    }

    /**
     * Returns the digest of a part: 64 lower-case hexadecimal digits.
     *
     * @param pointer the JSON pointer of the part (RFC 6901), for example {@code /resources/tools}
     */
    public String sha256(String pointer) {
        return CanonicalJson.sha256OfOrdered(json.at(pointer));
    }

    /** Returns a summary for the audit. */
    public String summary() {
        var resources = grant.resources();
        var apis = grant.apis();
        return "sha256=" + sha256() + " models=" + resources.models().size()
                + " tools=" + resources.tools().size()
                + " knowledge_bases=" + resources.knowledgeBases().size()
                + " skills=" + resources.skills().size()
                + " files=" + resources.files().size()
                + " state="
                + grant.stateKeys().stream().map(key -> key.scope().wire()).toList()
                + " history_page=" + apis.historyPage()
                + " history_reach=" + HistoryReach.of(resources).wire()
                + " prompt_get=" + apis.promptGet();
    }
}
