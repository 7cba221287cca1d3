package dev.agenthost.protocol.topic;

import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;

/** CRC-32 of the conversation key, modulo {@link Topics#PARTITIONS}: easy to compute alike in any language. */
public final class ConversationPartitioner {
    private ConversationPartitioner() {}

    public static int of(String conversationKey) {
        return of(conversationKey, Topics.PARTITIONS);
    }

    /** On a topic that has another number of partitions, as those of adapters may. */
    public static int of(String conversationKey, int partitions) {
        CRC32 crc = new CRC32();
        crc.update(conversationKey.getBytes(StandardCharsets.UTF_8));
        return (int) (crc.getValue() % partitions);
    }

    public static int of(ConversationKey key) {
        return of(key.value());
    }
}
