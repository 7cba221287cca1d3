package dev.agenthost.delivery.stream.http;

import dev.agenthost.delivery.run.RunKey;
import dev.agenthost.delivery.stream.StreamCursor;
import org.jspecify.annotations.Nullable;

/**
 * The stream that an admitted caller requests.
 *
 * @param partition from the token; null for an API key, whose run is looked up and must exist
 * @param keyId the API key that opened it; null for a token
 * @param seesInternals true if parameters and results of tools and values of state are shown
 * @param fingerprint of the event that the token's holder sent; null if unknown
 */
record StreamRequest(
        RunKey run,
        @Nullable Integer partition,
        StreamCursor cursor,
        @Nullable String keyId,
        boolean seesInternals,
        @Nullable String fingerprint) {}
