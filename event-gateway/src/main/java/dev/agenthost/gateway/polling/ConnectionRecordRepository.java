package dev.agenthost.gateway.polling;

import io.smallrye.mutiny.Uni;

/** The records of the holders of bots. */
public interface ConnectionRecordRepository {
    /** Returns the last record of a bot. While no replica holds the bot, its record is not connected. */
    Uni<ConnectionRecord> read(String botId);

    /** Stores the record of a holder; false, without effect, if the claim was released or a later one was made. */
    Uni<Boolean> store(PollingClaim claim, ConnectionRecord current);
}
