package dev.agenthost.bench.measure;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;

/**
 * The number and size of records in topics. Bytes are those of the log's segments: keys, headers, values, 61 bytes for each batch
 * of records and a few for each record.
 */
final class TopicSizes {
    /** Records ever written, and bytes in the log, its overhead included. */
    record Size(long records, long bytes) {
        /** The growth since an earlier size, for each of a number of things. */
        PerThing since(Size before, int things) {
            long more = records - before.records;
            return new PerThing(
                    (double) more / Math.max(1, things), more == 0 ? 0 : (int) ((bytes - before.bytes) / more));
        }
    }

    /** @param bytes of one record, on average, with its share of the log's overhead */
    record PerThing(double records, int bytes) {}

    private TopicSizes() {}

    static Map<String, Size> of(String broker, Collection<String> topics) throws InterruptedException {
        try (var admin = Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, broker))) {
            var partitions = admin.describeTopics(topics).allTopicNames().get().values().stream()
                    .flatMap(topic -> topic.partitions().stream()
                            .map(partition -> new TopicPartition(topic.name(), partition.partition())))
                    .toList();
            var ends = admin.listOffsets(
                            partitions.stream().collect(Collectors.toMap(p -> p, p -> OffsetSpec.latest())))
                    .all()
                    .get();
            var nodes = admin.describeCluster().nodes().get().stream()
                    .map(node -> node.id())
                    .toList();
            var bytes = new HashMap<String, Long>();
            admin.describeLogDirs(nodes).allDescriptions().get().values().stream()
                    .flatMap(directories -> directories.values().stream())
                    .flatMap(directory -> directory.replicaInfos().entrySet().stream())
                    .forEach(replica -> bytes.merge(
                            replica.getKey().topic(), replica.getValue().size(), Long::sum));
            var sizes = new HashMap<String, Size>();
            for (var topic : topics) {
                long records = ends.entrySet().stream()
                        .filter(end -> end.getKey().topic().equals(topic))
                        .mapToLong(end -> end.getValue().offset())
                        .sum();
                sizes.put(topic, new Size(records, bytes.getOrDefault(topic, 0L)));
            }
            return sizes;
        } catch (ExecutionException e) {
            throw new IllegalStateException("the broker does not say how large its topics are", e.getCause());
        }
    }
}
