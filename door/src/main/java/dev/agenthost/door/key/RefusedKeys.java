package dev.agenthost.door.key;

import dev.agenthost.protocol.audit.AuditEntry;
import dev.agenthost.protocol.audit.AuditResult;
import dev.agenthost.protocol.failure.FailureCode;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Counts refused keys for the audit, by address and second, so that a flood of them makes few entries. Thread-safe.
 */
public final class RefusedKeys {
    /** Of keys that are nobody's: no workspace is told of them. */
    public static final String NO_WORKSPACE = "*";

    public static final String ACTION = "key.refused";

    /** Of one second; what comes from others is counted together. */
    static final int MOST_ADDRESSES = 200;

    static final String OTHERS = "others";
    private static final int LONGEST_REQUEST = 200;

    /** @param keyId null if the key is unknown */
    private record Refused(String workspaceId, @Nullable String keyId, String address, FailureCode code) {}

    private record Requests(long count, String first) {
        Requests another() {
            return new Requests(count + 1, first);
        }
    }

    private Map<Refused, Requests> second = new HashMap<>();

    /**
     * Counts a key that is unknown or revoked.
     *
     * @param address where the request came from
     * @param request its method and path, or another description of the request
     */
    public void unknown(String address, String request) {
        count(new Refused(NO_WORKSPACE, null, address, FailureCode.UNAUTHORIZED), request);
    }

    /** Counts a key whose role does not permit the request. */
    public void forbidden(ApiKey key, String address, String request) {
        count(new Refused(key.workspace(), key.keyId(), address, FailureCode.FORBIDDEN), request);
    }

    private synchronized void count(Refused refused, String request) {
        Refused kept = second.containsKey(refused) || second.size() < MOST_ADDRESSES
                ? refused
                : new Refused(refused.workspaceId(), null, OTHERS, refused.code());
        Requests known = second.get(kept);
        second.put(kept, known == null ? new Requests(1, printable(request)) : known.another());
    }

    /** Returns the counts since the last call as audit entries; called each second. @param service the service that refused */
    public List<AuditEntry> drain(String service, Instant now) {
        Map<Refused, Requests> counted;
        synchronized (this) {
            if (second.isEmpty()) {
                return List.of();
            }
            counted = second;
            second = new HashMap<>();
        }
        return counted.entrySet().stream()
                .map(entry -> entry(service, now, entry.getKey(), entry.getValue()))
                .toList();
    }

    private static AuditEntry entry(String service, Instant now, Refused refused, Requests requests) {
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
