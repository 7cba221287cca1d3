package dev.agenthost.delivery.stream.kafka;

import java.nio.charset.StandardCharsets;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Reads the run id from a record's key, so that most records are skipped without being parsed. */
final class RecordKeys {

    private static final int UUID_LENGTH = 36;

    private RecordKeys() {}

    static String runId(ConsumerRecord<byte[], byte[]> record) {
        byte[] key = record.key();
        return key == null ? "" : new String(key, StandardCharsets.ISO_8859_1);
    }

    static boolean isOf(ConsumerRecord<byte[], byte[]> record, String runId) {
        byte[] key = record.key();
        if (key == null || key.length != UUID_LENGTH || runId.length() != UUID_LENGTH) {
            return false;
        }
        for (int i = UUID_LENGTH - 1; i >= 0; i--) {
            if (key[i] != (byte) runId.charAt(i)) {
                return false;
            }
        }
        return true;
    }
}
