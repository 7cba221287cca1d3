package dev.agenthost.actiongraph.carrier;

import dev.agenthost.actiongraph.markdown.MarkdownFence;
import dev.agenthost.actiongraph.markdown.MarkdownFence.Position;
import dev.agenthost.actiongraph.markdown.MarkdownOutline;
import dev.agenthost.actiongraph.validation.Rule;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds the fenced blocks that carry declarations. */
final class ProtocolFence {
    /** Most characters of an output. */
    static final int MAX_TEXT = 1024 * 1024;

    private ProtocolFence() {}

    /** The labelled blocks that are not inside of a list or a quotation. */
    static List<MarkdownFence> labelled(MarkdownOutline outline) {
        return outline.fences().stream()
                .filter(fence -> fence.position() == Position.TOP && fence.isProtocol())
                .toList();
    }

    /** The error of blocks that have no single meaning; null if there is none. A block in a quotation is text. */
    static @Nullable CarrierResult broken(MarkdownOutline outline, List<MarkdownFence> labelled) {
        if (labelled.size() > 1) {
            return CarrierReader.error(
                    Rule.CARRIER_REPEATED, "has " + labelled.size() + " agent-protocol blocks; send one");
        }
        if (labelled.stream().anyMatch(fence -> !fence.isClosed())) {
            return CarrierReader.error(
                    Rule.CARRIER_INCOMPLETE, "has an agent-protocol block without its closing fence");
        }
        if (outline.fences().stream().anyMatch(fence -> fence.position() == Position.LIST && fence.isProtocol())) {
            return CarrierReader.error(
                    Rule.CARRIER_NESTED,
                    "has an agent-protocol block inside of a list; begin it at the start of a line");
        }
        return labelled.isEmpty() && StrayDeclaration.isFull(outline) ? unlabelled() : null;
    }

    /** The error of a declaration without a block of its label. */
    static CarrierResult unlabelled() {
        return CarrierReader.error(
                Rule.CARRIER_UNLABELLED,
                "has a declaration outside of a block, or in a block with another label; begin the block with ```agent-protocol");
    }
}
