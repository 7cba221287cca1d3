package dev.agenthost.context.audit;

import dev.agenthost.context.common.SignedTokenCodec;
import dev.agenthost.protocol.id.Sha256;
import dev.agenthost.protocol.json.ProtocolCodec;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Signed places in the audit, each good for its workspace and for what was asked for only. */
public final class AuditCursors {
    private static final String PURPOSE = "audit-cursor";
    private static final Pattern WRITTEN = Pattern.compile("(\\d{1,18})/(\\d{1,19})/([0-9a-f]{64})");

    private final SignedTokenCodec seals;

    /** @param keys as {@link SignedTokenCodec} has them */
    public AuditCursors(List<byte[]> keys) {
        this.seals = new SignedTokenCodec(keys, PURPOSE);
    }

    public String sign(AuditFilter filter, AuditPosition place) {
        long micros = ChronoUnit.MICROS.between(Instant.EPOCH, place.loggedAt());
        String written = micros + "/" + place.id() + "/" + digest(filter);
        return seals.seal(written.getBytes(StandardCharsets.US_ASCII));
    }

    /** @return empty for what was made up or altered, is of another workspace or question, or is sealed with a key that is gone */
    public Optional<AuditPosition> read(AuditFilter filter, String cursor) {
        return seals.open(cursor)
                .map(text -> WRITTEN.matcher(new String(text, StandardCharsets.US_ASCII)))
                .filter(Matcher::matches)
                .filter(parts -> parts.group(3).equals(digest(filter)))
                .map(parts -> new AuditPosition(
                        Instant.EPOCH.plus(Long.parseLong(parts.group(1)), ChronoUnit.MICROS),
                        Long.parseLong(parts.group(2))));
    }

    private static String digest(AuditFilter filter) {
        AuditFilter.Conversation conversation = filter.conversation();
        byte[] asked = ProtocolCodec.encode(Arrays.asList(
                filter.workspaceId(),
                filter.runId(),
                conversation == null ? null : conversation.botId(),
                conversation == null ? null : conversation.conversationId(),
                filter.kind()));
        return Sha256.hex(asked);
    }
}
