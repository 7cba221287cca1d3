package dev.agenthost.binding.key;

import dev.agenthost.binding.publication.OutboundRecord;
import dev.agenthost.platform.rest.ChangeContext;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.security.AccessKey;
import dev.agenthost.protocol.topic.CloudEventHeaders;
import dev.agenthost.protocol.topic.Topics;
import java.util.List;

/** The records that announce a created or revoked key. */
public final class KeyChange {
    private static final String SERVICE = "binding-resolver";
    private static final int ONLY_PARTITION = 0;

    private KeyChange() {}

    /** Returns the current key for all services, and the change with its actor for the audit. */
    public static List<OutboundRecord> records(AccessKey key, ChangeContext change) {
        OutboundRecord forAll = new OutboundRecord(
                Topics.KEYS,
                ONLY_PARTITION,
                key.recordKey(),
                ProtocolCodec.encode(key),
                CloudEventHeaders.of(
                        CloudEventHeaders.KEY_TYPE, key.recordKey(), SERVICE, change.at(), key.workspaceId(), null));
        return List.of(forAll, audit(key, change));
    }

    private static OutboundRecord audit(AccessKey key, ChangeContext change) {
        return OutboundRecord.ofChange(change.entry(
                SERVICE,
                key.workspaceId(),
                key.isRevoked() ? "key.revoke" : "key.create",
                "key/" + key.keyId(),
                "version " + (key.isRevoked() ? 2 : 1)));
    }
}
