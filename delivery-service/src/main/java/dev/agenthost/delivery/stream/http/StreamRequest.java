package dev.agenthost.delivery.stream.http;

import dev.agenthost.delivery.run.RunKey;
import dev.agenthost.delivery.stream.StreamCursor;
import org.jspecify.annotations.Nullable;

/**
 * Which stream somebody who was let in asks for.
 *
 * @param partition from the token; null for the holder of an API key, for whom it is looked up, and who cannot wait for a run
 * @param keyId the API key that opened it; null for whoever came with a token
 * @param seesInside whether parameters and results of tools and values of state are shown
 * @param fingerprint of the event that the token's holder sent; null where it is not known
 */
record StreamRequest(
        RunKey run,
        @Nullable Integer partition,
        StreamCursor cursor,
        @Nullable String keyId,
        boolean seesInside,
        @Nullable String fingerprint) {}
