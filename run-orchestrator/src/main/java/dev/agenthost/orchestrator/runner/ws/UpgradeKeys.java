package dev.agenthost.orchestrator.runner.ws;

import io.vertx.core.MultiMap;
import java.util.List;
import java.util.stream.Stream;

/** The keys in the headers of an upgrade request: in the form of LangBot's SDK, and in the common form. */
final class UpgradeKeys {
    private static final String DEBUG_KEY = "X-LangBot-Plugin-Debug-Key";
    private static final String AUTHORIZATION = "Authorization";
    private static final String SCHEME = "bearer ";

    private UpgradeKeys() {}

    /** Returns the whole of an {@code Authorization} that is no bearer's: no key matches it. */
    static List<String> of(MultiMap headers) {
        return Stream.concat(
                        headers.getAll(DEBUG_KEY).stream(),
                        headers.getAll(AUTHORIZATION).stream().map(UpgradeKeys::bearer))
                .map(String::strip)
                .filter(key -> !key.isEmpty())
                .toList();
    }

    private static String bearer(String authorization) {
        String padded = authorization.strip() + " ";
        return padded.regionMatches(true, 0, SCHEME, 0, SCHEME.length())
                ? padded.substring(SCHEME.length())
                : authorization;
    }
}
