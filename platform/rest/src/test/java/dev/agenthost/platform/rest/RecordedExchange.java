package dev.agenthost.platform.rest;

import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A recorded request with its answer.
 *
 * @param mediaType of the answer, without parameters; null where there is none
 * @param headers names of the answer's headers, in lower case
 */
record RecordedExchange(
        String method,
        String path,
        @Nullable String question,
        int status,
        @Nullable String mediaType,
        String answer,
        Set<String> headers) {
    boolean hasHeader(String name) {
        return headers.contains(name.toLowerCase(Locale.ROOT));
    }
}
