package dev.agenthost.orchestrator.grant;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.protocol.json.CanonicalJson;
import dev.agenthost.protocol.json.ProtocolCodec;

/**
 * A grant written down once, for all that is made of what is written: its digest, the audit's words, what is kept, and the digests of
 * its parts in the run's context.
 *
 * @param json in the order of {@link CanonicalJson}
 */
public record CanonicalGrant(Grant grant, JsonNode json) {
    public static CanonicalGrant of(Grant grant) {
        return new CanonicalGrant(grant, CanonicalJson.of(ProtocolCodec.tree(grant)));
    }

    /** Its digest: equal for equal grants, whichever replica froze them. */
    public String sha256() {
        return CanonicalJson.sha256OfOrdered(json);
    }

    /**
     * The digest of a part of it: 64 lower-case hexadecimal digits.
     *
     * @param pointer to the part (RFC 6901), for example {@code /resources/tools}
     */
    public String sha256(String pointer) {
        return CanonicalJson.sha256OfOrdered(json.at(pointer));
    }

    /** In a few words, for the audit. */
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
