package dev.agenthost.context.rawpayload;

import dev.agenthost.context.artifact.ArtifactContent;
import dev.agenthost.context.common.StoredText;
import dev.agenthost.protocol.error.InvalidFieldException;
import dev.agenthost.protocol.event.EventLimits;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import dev.agenthost.protocol.store.RawPayloadWrite;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Rules of raw payloads. event-gateway has scrubbed and measured the payload; the text that replaces a credential may be longer than the
 * credential.
 */
public final class RawRules {
    /** Limit of the decoded payload. */
    public static final int MOST = 2 * EventLimits.RAW_BYTES;

    private RawRules() {}

    /** @throws InvalidFieldException for a payload that cannot be stored */
    public static ArtifactContent content(RawPayloadWrite put) {
        Map<String, @Nullable String> ids = new LinkedHashMap<>();
        ids.put("workspace_id", put.workspaceId());
        ids.put("bot_id", put.botId());
        ids.put("conversation_id", put.conversationId());
        ids.put("thread_id", put.threadId());
        ids.put("actor_id", put.actorId());
        ids.forEach((field, id) -> {
            if (id != null && !StoredText.fits(id)) {
                throw new InvalidFieldException(field, StoredText.WHY);
            }
        });
        byte[] bytes = decoded(put.contentBase64());
        if (bytes.length > MOST) {
            throw new InvalidFieldException("content_base64", "contains more than " + MOST + " bytes");
        }
        try {
            ProtocolCodec.readTree(bytes);
        } catch (UndecodableException e) {
            throw new InvalidFieldException("content_base64", "holds no JSON");
        }
        return new ArtifactContent(bytes);
    }

    private static byte[] decoded(String base64) {
        try {
            return Base64.getDecoder().decode(base64);
        } catch (IllegalArgumentException e) {
            throw new InvalidFieldException("content_base64", "is not base64");
        }
    }
}
