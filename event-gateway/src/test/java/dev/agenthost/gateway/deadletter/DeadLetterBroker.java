package dev.agenthost.gateway.deadletter;

import dev.agenthost.gateway.deadletter.DeadLetterContent.HeaderValue;
import dev.agenthost.gateway.inbound.AdapterRegistry;
import dev.agenthost.gateway.inbound.EventOrigin;
import dev.agenthost.protocol.audit.AuditEntry;
import dev.agenthost.protocol.topic.RecordPosition;
import dev.agenthost.protocol.topic.RedriveMark;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A broker in memory with one dead-letter topic, the topic of its records, marks and audit; shared by several replicas. */
final class DeadLetterBroker {
    static final DeadLetterTopic TOPIC = new DeadLetterTopic("agent.events.dlq");
    static final TopicOwners OWNERS =
            new TopicOwners(new AdapterRegistry(Map.of("chat", EventOrigin.adapter("chat", "red", Set.of("*")))));

    final List<DeadLetterContent> letters = new ArrayList<>();
    final List<RedriveMark> marks = new ArrayList<>();
    final List<AuditEntry> audit = new ArrayList<>();
    final List<RedriveMessage> published = new ArrayList<>();
    int partitions = 12;

    /** Adds a dead letter and returns its offset. */
    long add(String workspace, String reason) {
        return add(workspace, reason, new RecordPosition("agent.events", 3, letters.size()));
    }

    long add(String workspace, String reason, RecordPosition origin) {
        long offset = letters.size();
        var record = new DeadLetterRecord(
                at(offset), Instant.ofEpochSecond(1_000 + offset), reason, "no JSON", origin, workspace, 0, null, 1);
        letters.add(new DeadLetterContent(
                record,
                List.of(header("ce_id", "e" + offset), header("agenthost-dead-letter-reason", reason)),
                ("k" + offset).getBytes(StandardCharsets.UTF_8),
                new byte[] {1}));
        return offset;
    }

    static HeaderValue header(String name, String value) {
        return new HeaderValue(name, value.getBytes(StandardCharsets.UTF_8));
    }

    static RecordPosition at(long offset) {
        return new RecordPosition(TOPIC.name(), 0, offset);
    }

    /** A client of one replica. */
    Log log() {
        return new Log();
    }

    final class Log implements DeadLetterLog {
        private final RedriveMarks known = new RedriveMarks();
        private int read;

        @Override
        public List<DeadLetterTopic> topics() {
            return List.of(TOPIC);
        }

        @Override
        public List<Extent> extents(DeadLetterTopic topic) {
            return topic.equals(TOPIC) ? List.of(new Extent(0, 0, letters.size())) : List.of();
        }

        @Override
        public List<DeadLetterRecord> read(DeadLetterTopic topic, int partition, long from, long to) {
            return letters.subList((int) from, (int) to).stream()
                    .map(DeadLetterContent::record)
                    .toList();
        }

        @Override
        public Optional<DeadLetterContent> content(DeadLetterTopic topic, RecordPosition position) {
            return Optional.of(letters.get((int) position.offset()));
        }

        @Override
        public RedriveMarks marks() {
            while (read < marks.size()) {
                known.apply(marks.get(read++));
            }
            return known;
        }

        @Override
        public void close() {}
    }

    /** Fails at one of its calls, as a process that ends there. */
    class Client implements RedriveProducer {
        private int left;

        Client(int calls) {
            this.left = calls;
        }

        @Override
        public int partitions(String topic) {
            return partitions;
        }

        @Override
        public void mark(List<RedriveMark> added) {
            step();
            marks.addAll(added);
        }

        @Override
        public void audit(List<AuditEntry> entries) {
            step();
            audit.addAll(entries);
        }

        @Override
        public Map<RecordPosition, RecordPosition> publish(List<RedriveMessage> records) {
            step();
            Map<RecordPosition, RecordPosition> at = new LinkedHashMap<>();
            for (RedriveMessage record : records) {
                at.put(record.source(), new RecordPosition(record.topic(), record.partition(), published.size()));
                published.add(record);
            }
            return at;
        }

        private void step() {
            if (left-- == 0) {
                throw new DeadLettersUnavailableException("The process ended.");
            }
        }
    }
}
