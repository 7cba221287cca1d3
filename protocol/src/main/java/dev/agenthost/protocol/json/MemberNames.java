package dev.agenthost.protocol.json;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonNode;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Finds the members of JSON that a record does not have, and the name that was probably meant. */
public final class MemberNames {
    private static final int MOST = 10;
    private static final int LONGEST = 64;
    private static final int SHORTEST_TYPO = 5;

    private MemberNames() {}

    /**
     * Lists the members that no record on the way knows, as sentences: at most ten. Maps and trees hold any member and are not looked into.
     *
     * @param given the received document
     * @param type the record that it is read as
     */
    public static List<String> unknown(JsonNode given, Class<?> type) {
        List<String> found = new ArrayList<>();
        collect(given, type, "", found);
        return List.copyOf(found);
    }

    /** Suggests the known member that is nearest to a name, as the rest of a sentence; empty if none is near. */
    public static String suggestion(String name, Collection<String> known) {
        return nearest(name, known).map(near -> "; the nearest name is " + near).orElse("");
    }

    /** As {@link #suggestion(String, Collection)}, for the last step of a path into a record. */
    public static String suggestion(String path, Class<?> type) {
        int dot = path.indexOf('.');
        String first = (dot < 0 ? path : path.substring(0, dot)).replaceAll("\\[\\d+\\]", "");
        Map<String, Type> members = members(type);
        if (dot < 0) {
            return suggestion(first, members.keySet());
        }
        Type next = members.get(first);
        return next == null || !(element(next) instanceof Class<?> inner)
                ? ""
                : suggestion(path.substring(dot + 1), inner);
    }

    /**
     * Returns true if a name of at least {@value #SHORTEST_TYPO} letters differs by one letter from a known one, has two neighbouring letters in the other order, or lacks its last words
     * ({@code depends} for {@code depends_on}).
     */
    public static boolean isTypo(String name, String known) {
        return known.length() >= SHORTEST_TYPO
                && (known.startsWith(name + "_") && name.length() >= SHORTEST_TYPO
                        || Math.abs(name.length() - known.length()) <= 1 && distance(name, known) == 1
                        || isSwapped(name, known));
    }

    /** Returns true if two letters that stand side by side are in the other order. */
    private static boolean isSwapped(String name, String known) {
        if (name.length() != known.length()) {
            return false;
        }
        int at = 0;
        while (at < name.length() && name.charAt(at) == known.charAt(at)) {
            at++;
        }
        return at + 1 < name.length()
                && name.charAt(at) == known.charAt(at + 1)
                && name.charAt(at + 1) == known.charAt(at)
                && name.substring(at + 2).equals(known.substring(at + 2));
    }

    private static void collect(JsonNode given, Type type, String at, List<String> found) {
        if (given.isArray()) {
            for (int i = 0; i < given.size(); i++) {
                collect(given.get(i), element(type), at + "[" + i + "]", found);
            }
            return;
        }
        if (!(type instanceof Class<?> record) || !record.isRecord() || !given.isObject()) {
            return;
        }
        Map<String, Type> members = members(record);
        for (Map.Entry<String, JsonNode> member : given.properties()) {
            Type inner = members.get(member.getKey());
            String path = at.isEmpty() ? plain(member.getKey()) : at + "." + plain(member.getKey());
            if (inner != null) {
                collect(member.getValue(), inner, path, found);
            } else if (found.size() < MOST) {
                found.add(path + " is unknown and was ignored" + suggestion(member.getKey(), members.keySet()));
            }
        }
    }

    private static Map<String, Type> members(Class<?> type) {
        Map<String, Type> members = new LinkedHashMap<>();
        if (type.isRecord()) {
            for (RecordComponent component : type.getRecordComponents()) {
                JsonProperty named = component.getAccessor().getAnnotation(JsonProperty.class);
                members.put(
                        named == null || named.value().isEmpty() ? snakeCase(component.getName()) : named.value(),
                        component.getGenericType());
            }
        }
        return members;
    }

    /** Of a list, what it holds; anything else is itself. */
    private static Type element(Type type) {
        return type instanceof ParameterizedType list
                        && list.getRawType() instanceof Class<?> raw
                        && Collection.class.isAssignableFrom(raw)
                ? list.getActualTypeArguments()[0]
                : type;
    }

    private static String snakeCase(String name) {
        return name.replaceAll("([a-z0-9])([A-Z])", "$1_$2").toLowerCase(Locale.ROOT);
    }

    /** A name for a message: without control characters, and at most {@value #LONGEST} characters. */
    public static String plain(String name) {
        String shown = name.replaceAll("\\p{Cntrl}", "?");
        return shown.length() <= LONGEST ? shown : shown.substring(0, LONGEST);
    }

    private static Optional<String> nearest(String name, Collection<String> known) {
        if (name.length() > LONGEST) {
            return Optional.empty();
        }
        String wanted = snakeCase(name).replace('-', '_');
        int nearest = Math.max(2, wanted.length() / 3) + 1;
        String best = null;
        for (String candidate : known) {
            int distance = isTypo(wanted, candidate) ? 1 : distance(wanted, candidate);
            if (distance < nearest && distance < candidate.length()) {
                nearest = distance;
                best = candidate;
            }
        }
        return Optional.ofNullable(best);
    }

    /** Levenshtein's: how many letters have to be added, left out or changed. */
    private static int distance(String one, String other) {
        int[] before = new int[other.length() + 1];
        for (int i = 0; i < before.length; i++) {
            before[i] = i;
        }
        for (int i = 1; i <= one.length(); i++) {
            int[] row = new int[before.length];
            row[0] = i;
            for (int j = 1; j < row.length; j++) {
                int changed = before[j - 1] + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
                row[j] = Math.min(changed, Math.min(before[j], row[j - 1]) + 1);
            }
            before = row;
        }
        return before[other.length()];
    }
}
