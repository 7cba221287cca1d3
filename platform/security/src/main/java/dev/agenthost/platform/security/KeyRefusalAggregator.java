package dev.agenthost.platform.security;

import dev.agenthost.protocol.audit.AuditEntry;
import dev.agenthost.protocol.audit.AuditResult;
import dev.agenthost.protocol.error.FailureCode;
import io.smallrye.mutiny.Uni;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Refused keys for the audit. In each second the first request of each address has its own entry, which its response waits for; later ones
 * are counted, so that a flood makes few entries. Thread-safe.
 */
public final class KeyRefusalAggregator {
    /** The workspace of entries about unknown keys, which belong to none. */
    public static final String NO_WORKSPACE = "*";

    public static final String ACTION = "key.refused";

    /** The limit for one second; refusals of further addresses are counted together. */
    static final int MOST_ADDRESSES = 200;

    static final String OTHERS = "others";
    private static final int LONGEST_REQUEST = 200;

    /** @param keyId null if the key is unknown */
    private record Refused(String workspaceId, @Nullable String keyId, String address, FailureCode code) {}

    private record Requests(long count, String first) {
        static final Requests NONE = new Requests(0, "");

        Requests another(String request) {
            return new Requests(count + 1, count == 0 ? request : first);
        }
    }

    private static final Uni<Void> COUNTED = Uni.createFrom().voidItem();

    private final String service;
    private final InstantSource clock;
    private final Function<AuditEntry, Uni<Void>> recorder;
    private Map<Refused, Requests> second = new HashMap<>();

    /**
     * @param service the service that refuses
     * @param recorder takes an entry at once, and completes when the entry outlives this process or waiting longer is of no use
     */
    public KeyRefusalAggregator(String service, InstantSource clock, Function<AuditEntry, Uni<Void>> recorder) {
        this.service = service;
        this.clock = clock;
        this.recorder = recorder;
    }

    /**
     * Records or counts a key that is unknown or revoked.
     *
     * @param address the source of the request
     * @param request its method and path, or another description of the request
     * @return completes when the request may be answered; never fails
     */
    public Uni<Void> unknown(String address, String request) {
        return refused(new Refused(NO_WORKSPACE, null, address, FailureCode.UNAUTHORIZED), request);
    }

    /** Records or counts a key whose role does not permit the request. @return as of {@link #unknown} */
    public Uni<Void> forbidden(ApiKey key, String address, String request) {
        return refused(new Refused(key.workspace(), key.keyId(), address, FailureCode.FORBIDDEN), request);
    }

    private Uni<Void> refused(Refused refused, String request) {
        String shown = printable(request);
        return isFirst(refused, shown)
                ? recorder.apply(entry(clock.instant(), refused, new Requests(1, shown)))
                : COUNTED;
    }

    /** Returns true for the first refusal of an address, which is not counted: it has an entry. */
    private synchronized boolean isFirst(Refused refused, String request) {
        boolean isKnown = second.containsKey(refused);
        if (!isKnown && second.size() < MOST_ADDRESSES) {
            second.put(refused, Requests.NONE);
            return true;
        }
        Refused first = isKnown ? refused : new Refused(refused.workspaceId(), null, OTHERS, refused.code());
        second.put(first, second.getOrDefault(first, Requests.NONE).another(request));
        return false;
    }

    /** Returns the counts since the last call as audit entries; called each second. */
    public List<AuditEntry> drain() {
        Map<Refused, Requests> counted;
        synchronized (this) {
            if (second.isEmpty()) {
                return List.of();
            }
            counted = second;
            second = new HashMap<>();
        }
        Instant now = clock.instant();
        return counted.entrySet().stream()
                .filter(entry -> entry.getValue().count() > 0)
                .map(entry -> entry(now, entry.getKey(), entry.getValue()))
                .toList();
    }

    private AuditEntry entry(Instant now, Refused refused, Requests requests) {
        return new AuditEntry(
                UUID.randomUUID().toString(),
                now,
                service,
                refused.workspaceId(),
                null,
                null,
                refused.keyId(),
                ACTION,
                "address/" + refused.address(),
                null,
                AuditResult.DENIED,
                refused.code().wire(),
                requests.count() + (requests.count() == 1 ? " request, " : " requests, the first ") + requests.first());
    }

    /** Shortens the request to printable ASCII. A caller without a key chooses the path, which must not make the entry unstorable. */
    private static String printable(String request) {
        String shortened = request.length() <= LONGEST_REQUEST ? request : request.substring(0, LONGEST_REQUEST) + "…";
        return shortened.replaceAll("[^\\x20-\\x7E…]", "?");
    }
}
