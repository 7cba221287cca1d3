package dev.agenthost.gateway.polling;

import org.jspecify.annotations.Nullable;

/**
 * The record that the holder of a bot keeps beside its claim, for the next holder and the other replicas.
 *
 * @param position JSON of the platform, from which the next holder continues; null for none
 * @param isConnected true while events arrive
 * @param problem the last reason why none arrive, one line without secrets; null for none
 */
public record ConnectionRecord(
        @Nullable String position,
        boolean isConnected,
        @Nullable String problem) {
    /** The record of a bot that no replica ever held. */
    public static final ConnectionRecord NONE = new ConnectionRecord(null, false, null);
}
