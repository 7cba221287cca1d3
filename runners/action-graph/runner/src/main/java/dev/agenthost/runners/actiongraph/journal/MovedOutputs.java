package dev.agenthost.runners.actiongraph.journal;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.agenthost.actiongraph.result.ActionFailure;
import dev.agenthost.protocol.id.Sha256;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import dev.agenthost.protocol.store.state.StateChange;
import dev.agenthost.runners.actiongraph.execution.AttemptEnd;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Outputs of actions outside of the entry of their graph. The host accepts 256 KiB for a value, so the largest outputs of a larger entry are
 * values of their own, {@code action_graph.output.<graph>.<hash>.<number>}, each a piece of the JSON of one output. An output does not
 * change, so its values are stored once.
 */
final class MovedOutputs {
    static final String OUTPUT = "action_graph.output.";

    /** Most bytes of an entry. */
    private static final int MAX_ENTRY = 224 * 1024;
    /** Bytes of a smaller output, which stays in the entry. */
    private static final int MIN_OUTPUT = 1024;
    /** Most characters of a piece: at six bytes each, it fits into a value. */
    private static final int PIECE = 40_000;

    private static final int HASH_CHARACTERS = 16;

    /** The number of pieces, by the key of the output. */
    private final Map<String, Integer> stored = new HashMap<>();

    /**
     * An entry that fits into a value, if its outputs are the reason for which it does not.
     *
     * @param pieces values to store before the entry
     */
    record Split(JournalEntry entry, List<StateChange> pieces) {}

    Split split(JournalEntry entry) {
        List<AttemptEnd> ends = new ArrayList<>(entry.ends());
        List<StateChange> pieces = new ArrayList<>();
        if (stored.isEmpty() && isSmall(entry)) {
            return new Split(entry, pieces);
        }
        ends.replaceAll(end -> {
            int into = end.output() == null ? 0 : stored.getOrDefault(key(entry, end), 0);
            return into == 0 ? end : end.moved(into);
        });
        long excess = ProtocolCodec.encode(entry.withEnds(ends)).length - MAX_ENTRY;
        Map<Integer, Integer> sizes = new HashMap<>();
        for (int i = 0; i < ends.size(); i++) {
            sizes.put(i, size(ends.get(i)));
        }
        List<Integer> largest = IntStream.range(0, ends.size())
                .boxed()
                .filter(i -> sizes.getOrDefault(i, 0) >= MIN_OUTPUT)
                .sorted(Comparator.comparing(sizes::get).reversed())
                .toList();
        for (int i : largest) {
            if (excess <= 0) {
                break;
            }
            AttemptEnd end = ends.get(i);
            List<String> texts = pieces(end);
            String key = key(entry, end);
            for (int number = 0; number < texts.size(); number++) {
                pieces.add(StateChange.set(key + "." + number, TextNode.valueOf(texts.get(number))));
            }
            stored.put(key, texts.size());
            ends.set(i, end.moved(texts.size()));
            excess -= sizes.getOrDefault(i, 0);
        }
        return new Split(entry.withEnds(ends), pieces);
    }

    /** The entry with its outputs. An action whose output is not there any more has failed. */
    JournalEntry loaded(JournalEntry entry, Function<String, Optional<JsonNode>> values) {
        return entry.withEnds(entry.ends().stream()
                .map(end -> end.pieces() == 0 ? end : loaded(entry, end, values))
                .toList());
    }

    private AttemptEnd loaded(JournalEntry entry, AttemptEnd end, Function<String, Optional<JsonNode>> values) {
        String key = key(entry, end);
        String json = IntStream.range(0, end.pieces())
                .mapToObj(number ->
                        values.apply(key + "." + number).map(JsonNode::asText).orElse(""))
                .collect(Collectors.joining());
        try {
            AttemptEnd loaded = end.loaded(ProtocolCodec.readTree(json));
            stored.put(key, end.pieces());
            return loaded;
        } catch (UndecodableException missing) {
            return end.lost(new ActionFailure("output.lost", "The stored output is not there any more."));
        }
    }

    /** The keys of a graph have this beginning. */
    static String prefix(String runId) {
        return OUTPUT + runId + ".";
    }

    /** True if outputs and declaration leave half of an entry; then it need not be encoded once more to know its size. */
    private static boolean isSmall(JournalEntry entry) {
        long outputs = entry.ends().stream().mapToLong(AttemptEnd::bytes).sum();
        long declared = entry.outputs().stream()
                .mapToLong(output -> output.message().written().length())
                .sum();
        return outputs + 3 * declared < MAX_ENTRY / 2;
    }

    /** The bytes of an output in its entry: {@link AttemptEnd#bytes} of one that the host has truncated is the size of the whole. */
    private static int size(AttemptEnd end) {
        JsonNode output = end.output();
        return output == null || end.bytes() < MIN_OUTPUT ? 0 : ProtocolCodec.encode(output).length;
    }

    private static String key(JournalEntry entry, AttemptEnd end) {
        String name = end.actionId() + "/" + end.iteration();
        return prefix(entry.runId())
                + Sha256.hex(name.getBytes(StandardCharsets.UTF_8)).substring(0, HASH_CHARACTERS);
    }

    private static List<String> pieces(AttemptEnd end) {
        String json = String.valueOf(end.output());
        List<String> pieces = new ArrayList<>();
        int from = 0;
        while (from < json.length()) {
            int to = Math.min(from + PIECE, json.length());
            if (to < json.length() && Character.isHighSurrogate(json.charAt(to - 1))) {
                to--;
            }
            pieces.add(json.substring(from, to));
            from = to;
        }
        return pieces;
    }
}
