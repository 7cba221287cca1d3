package dev.agenthost.orchestrator.hostapi.outbound;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.orchestrator.model.Usage;
import dev.agenthost.orchestrator.wire.JsonText;

/** The tokens of one call of a model: as its provider reports them, else one for each four bytes of request and answer. */
final class CalledTokens {
    private static final long BYTES_PER_TOKEN = 4;

    private long bytes;
    private Usage reported = Usage.UNKNOWN;

    CalledTokens(long requestBytes) {
        this.bytes = requestBytes;
    }

    /** Takes an answer, or the next chunk of a streamed one. */
    void add(JsonNode answer) {
        bytes += JsonText.bytes(answer);
        if (answer.path("usage").isObject()) {
            reported = Usage.of(answer.path("usage"));
        }
    }

    long total() {
        long known = reported.prompt() + reported.completion();
        return known > 0 ? known : (bytes + BYTES_PER_TOKEN - 1) / BYTES_PER_TOKEN;
    }
}
