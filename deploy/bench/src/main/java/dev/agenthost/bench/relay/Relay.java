package dev.agenthost.bench.relay;

import dev.agenthost.bench.load.Target;
import dev.agenthost.protocol.topic.Topics;
import dev.agenthost.testkit.kafka.TopicSet;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * Both ends of a bare chain or copier, whose middle is a separate process: an operation begins with one record on the first topic,
 * and ends when its last record is read from the last topic.
 */
public final class Relay implements Target, AutoCloseable {
    private final String first;
    private final int bytes;
    private final Process middle;
    private final KafkaProducer<byte[], byte[]> producer;
    private final Map<Integer, CompletableFuture<Long>> underWay = new ConcurrentHashMap<>();
    private final TopicTail end;

    private Relay(String broker, String first, int bytes, String last, Process middle) throws InterruptedException {
        this.first = first;
        this.bytes = bytes;
        this.middle = middle;
        this.producer = KafkaClients.producer(broker);
        this.end = TopicTail.start("relay-end", broker, last, this::take);
    }

    /**
     * Starts a relay; returns when all consumers have their partitions.
     *
     * @param java the command of a JVM, class path included
     * @param first topic of the first records
     * @param bytes the size of a first record
     * @param last topic of the last records
     */
    public static Relay start(
            List<String> java, String broker, Path log, String first, int bytes, String last, List<Leg> legs)
            throws IOException, InterruptedException {
        TopicSet.create(broker, topics(first, last, legs));
        var command = new java.util.ArrayList<>(java);
        command.add(RelayMain.class.getName());
        command.add(broker);
        legs.forEach(leg -> command.add(leg.argument()));
        var middle = new ProcessBuilder(command).redirectError(log.toFile()).start();
        var said = new BufferedReader(middle.inputReader());
        var line = said.readLine();
        if (!"ready".equals(line)) {
            middle.destroyForcibly();
            throw new IOException("the relay did not start; its log is " + log);
        }
        return new Relay(broker, first, bytes, last, middle);
    }

    private static List<String> topics(String first, String last, List<Leg> legs) {
        return java.util.stream.Stream.concat(
                        java.util.stream.Stream.of(first, last),
                        legs.stream().flatMap(leg -> leg.sends().stream().map(Leg.Send::to)))
                .distinct()
                .toList();
    }

    @Override
    public CompletionStage<Long> begin(int number) {
        var done = new CompletableFuture<Long>();
        underWay.put(number, done);
        var value = new RelayMessage(number, true).bytes(bytes);
        producer.send(new ProducerRecord<>(first, number % Topics.PARTITIONS, null, value), (position, failure) -> {
            if (failure != null) {
                done.completeExceptionally(failure);
            }
        });
        return done;
    }

    private void take(ConsumerRecord<byte[], byte[]> record, long at) {
        var parcel = RelayMessage.of(record.value());
        var done = parcel.isLast() ? underWay.remove(parcel.number()) : null;
        if (done != null) {
            done.complete(at);
        }
    }

    @Override
    public void close() {
        middle.destroyForcibly();
        producer.close(Duration.ZERO);
        try {
            end.close();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
