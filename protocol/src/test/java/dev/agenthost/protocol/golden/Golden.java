package dev.agenthost.protocol.golden;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Documents that this encoder did not write: the specification's examples, recorded sessions, and the contracts of this
 * repository.
 */
final class Golden {
    private Golden() {}

    static JsonNode tree(String name) {
        try (InputStream in = Golden.class.getResourceAsStream("/golden/" + name + ".json")) {
            assertThat(in).as(name).isNotNull();
            return ProtocolCodec.readTree(in.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (UndecodableException e) {
            throw new AssertionError(name, e);
        }
    }

    /** The names of all documents in that folder. */
    static Set<String> names(String folder) {
        try (Stream<Path> files = Files.list(Path.of("src/test/resources/golden", folder))) {
            return files.map(
                            file -> folder + "/" + file.getFileName().toString().replace(".json", ""))
                    .collect(java.util.stream.Collectors.toCollection(TreeSet::new));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static <T> T decode(String name, Class<T> type) {
        try {
            return ProtocolCodec.decode(tree(name), type);
        } catch (UndecodableException e) {
            throw new AssertionError(name, e);
        }
    }

    /**
     * Returns the paths of fields that {@code ours} lacks, adds or changes against {@code theirs}. An added empty value
     * (null, false, 0, an empty list or object) does not count.
     */
    static Set<String> differences(JsonNode theirs, JsonNode ours) {
        Set<String> found = new TreeSet<>();
        compare("", theirs, ours, found);
        return found;
    }

    private static void compare(String path, JsonNode theirs, JsonNode ours, Set<String> found) {
        if (theirs.isObject() && ours.isObject()) {
            theirs.properties().forEach(field -> {
                String at = path + "/" + field.getKey();
                if (ours.has(field.getKey())) {
                    compare(at, field.getValue(), ours.get(field.getKey()), found);
                } else {
                    found.add("lost " + at);
                }
            });
            ours.properties().forEach(field -> {
                if (!theirs.has(field.getKey()) && !saysNothing(field.getValue())) {
                    found.add("added " + path + "/" + field.getKey());
                }
            });
        } else if (theirs.isArray() && ours.isArray() && theirs.size() == ours.size()) {
            for (int i = 0; i < theirs.size(); i++) {
                compare(path + "/" + i, theirs.get(i), ours.get(i), found);
            }
        } else if (!same(theirs, ours)) {
            found.add("changed " + path);
        }
    }

    private static boolean same(JsonNode theirs, JsonNode ours) {
        if (theirs.isNumber() && ours.isNumber()) {
            return theirs.decimalValue().compareTo(ours.decimalValue()) == 0;
        }
        return theirs.equals(ours);
    }

    private static boolean saysNothing(JsonNode value) {
        return List.of("null", "false", "0", "[]").contains(value.toString())
                || value.isObject() && value.properties().stream().allMatch(field -> saysNothing(field.getValue()));
    }
}
