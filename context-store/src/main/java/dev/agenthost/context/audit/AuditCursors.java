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

/** Signed positions in the audit, each valid for its workspace and filter only. */
public final class AuditCursors {
    private static final String PURPOSE = "audit-cursor";
    private static final Pattern FORMAT = Pattern.compile("(\\d{1,18})/(\\d{1,19})/([0-9a-f]{64})");

    private final SignedTokenCodec seals;

    /** @param keys keys of {@link SignedTokenCodec} */
    public AuditCursors(List<byte[]> keys) {
        this.seals = new SignedTokenCodec(keys, PURPOSE);
    }

    public String sign(AuditFilter filter, AuditPosition at) {
        long micros = ChronoUnit.MICROS.between(Instant.EPOCH, at.loggedAt());
        String position = micros + "/" + at.id() + "/" + digest(filter);
        return seals.seal(position.getBytes(StandardCharsets.US_ASCII));
    }

    /** @return empty for a cursor that is forged, altered, of another workspace or filter, or signed with a removed key */
    public Optional<AuditPosition> read(AuditFilter filter, String cursor) {
        return seals.open(cursor)
                .map(text -> FORMAT.matcher(new String(text, StandardCharsets.US_ASCII)))
                .filter(Matcher::matches)
                .filter(parts -> parts.group(3).equals(digest(filter)))
                .map(parts -> new AuditPosition(
                        Instant.EPOCH.plus(Long.parseLong(parts.group(1)), ChronoUnit.MICROS),
                        Long.parseLong(parts.group(2))));
    }

    private static String digest(AuditFilter filter) {
        AuditFilter.Conversation conversation = filter.conversation();
        byte[] filterBytes = ProtocolCodec.encode(Arrays.asList(
                filter.workspaceId(),
                filter.runId(),
                conversation == null ? null : conversation.botId(),
                conversation == null ? null : conversation.conversationId(),
                filter.kind()));
        return Sha256.hex(filterBytes);
    }
}
