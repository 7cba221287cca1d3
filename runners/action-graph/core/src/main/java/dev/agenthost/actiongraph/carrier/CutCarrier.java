package dev.agenthost.actiongraph.carrier;

import dev.agenthost.actiongraph.action.ExecutorType;
import dev.agenthost.actiongraph.markdown.MarkdownFence;
import dev.agenthost.actiongraph.markdown.MarkdownFence.Position;
import dev.agenthost.actiongraph.markdown.MarkdownOutline;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds a carrier in a text that was cut off before the carrier can be read: within the label of its block, within the first members of its
 * object, or in the sections before its block. What may as well be the beginning of an ordinary answer is none: a label such as {@code a}
 * or {@code json}, an object with another name, a heading such as {@code Task}.
 */
final class CutCarrier {
    private static final String NOTE = CarriedDeclaration.VISIBLE_NOTE;

    /** Labels, each with the shortest beginning that no language has. */
    private static final List<Beginning> LABELS = List.of(
            new Beginning("agent-protocol", "age"),
            new Beginning("json agent-protocol", "json a"),
            new Beginning("tool_call", "tool_"));

    /** Objects without blanks. */
    private static final List<Beginning> OBJECTS = List.of(
            new Beginning("{\"kind\":\"act\"", "{\"kind\":\"a"),
            new Beginning("{\"kind\":\"answer\"", "{\"kind\":\"a"),
            new Beginning("{\"kind\":\"done\"", "{\"kind\":\"d"),
            new Beginning("{\"type\":\"agent.protocol\"", "{\"type\":\"ag"));

    /** The name of the section of the note, also one that is not whole. */
    private static final Pattern LAST_HEADING = Pattern.compile("(?:^|\\n)#{1,6} +(?<id>user\\.v[a-z]*)\\z");

    private static final Pattern CALL = Pattern.compile(
            "\\{\\s*\"name\"\\s*:\\s*\"(?<name>[^\"\\\\]+)(?<whole>\"(?:\\s*,)?\\s*(?<rest>.*))?", Pattern.DOTALL);
    private static final Pattern MEMBER =
            Pattern.compile("\"(?<member>[a-z]*)(?<whole>\"\\s*(?::\\s*(?<value>.*))?)?", Pattern.DOTALL);

    private CutCarrier() {}

    /** Returns true if a text that was cut off ends within a carrier, or before the block of its sections. */
    static boolean isIn(String text, MarkdownOutline outline, ExecutorNames executors) {
        return StrayDeclaration.begins(text)
                || isLabel(text, outline)
                || isBeginning(outline)
                || isCall(TextCalls.whole(text, outline).strip(), executors)
                || isNote(outline);
    }

    private static boolean isLabel(String text, MarkdownOutline outline) {
        if (outline.fences().isEmpty() || text.endsWith("\n")) {
            return false;
        }
        MarkdownFence last = outline.fences().getLast();
        String info = last.info().replaceAll("\\s+", " ");
        return last.position() == Position.TOP
                && !last.isClosed()
                && last.content().isEmpty()
                && LABELS.stream().anyMatch(label -> label.isIn(info));
    }

    private static boolean isBeginning(MarkdownOutline outline) {
        String prose = outline.prose();
        int from = prose.lastIndexOf('{');
        String object = from < 0 ? "" : prose.substring(from).replaceAll("\\s", "");
        return OBJECTS.stream().anyMatch(each -> each.isIn(object));
    }

    /** A whole object of this kind is recovered, or refused if its name is unknown. */
    private static boolean isCall(String json, ExecutorNames executors) {
        Matcher call = CALL.matcher(json);
        if (!call.matches() || StrayDeclaration.end(json, 0) >= 0) {
            return false;
        }
        String name = call.group("name");
        Set<String> tools = executors.known(ExecutorType.TOOL).orElse(Set.of());
        if (call.group("whole") == null) {
            return tools.stream().anyMatch(tool -> tool.startsWith(name));
        }
        boolean isKnown = tools.contains(name);
        Matcher member = MEMBER.matcher(call.group("rest"));
        if (!member.matches()) {
            return isKnown && call.group("rest").isEmpty();
        }
        boolean isWhole = member.group("whole") != null;
        boolean isArguments = DirectCalls.ARGUMENT_MEMBERS.stream()
                .anyMatch(each ->
                        isWhole ? each.equals(member.group("member")) : each.startsWith(member.group("member")));
        boolean hasObject =
                member.group("value") != null && member.group("value").startsWith("{");
        return isArguments && (isKnown || hasObject);
    }

    private static boolean isNote(MarkdownOutline outline) {
        if (outline.sections().containsKey(NOTE) || outline.repeatedSections().contains(NOTE)) {
            return true;
        }
        Matcher heading = LAST_HEADING.matcher(outline.prose().strip());
        return heading.find() && NOTE.startsWith(heading.group("id"));
    }

    /**
     * The beginning of a text that was cut off.
     *
     * @param whole the text
     * @param least its shortest beginning that has no other meaning
     */
    private record Beginning(String whole, String least) {
        boolean isIn(String cut) {
            return cut.startsWith(least) && whole.startsWith(cut);
        }
    }
}
