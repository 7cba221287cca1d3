package dev.agenthost.actiongraph.action;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.actiongraph.condition.Condition;
import dev.agenthost.actiongraph.condition.ConditionMember;
import dev.agenthost.actiongraph.condition.Loop;
import dev.agenthost.actiongraph.policy.ActionPolicies;
import dev.agenthost.actiongraph.policy.ActionPolicyReader;
import dev.agenthost.actiongraph.policy.result.ResultPolicy;
import dev.agenthost.actiongraph.reference.Reference;
import dev.agenthost.actiongraph.reference.ReferenceMember;
import dev.agenthost.actiongraph.validation.ObjectReader;
import dev.agenthost.actiongraph.validation.Rule;
import dev.agenthost.actiongraph.validation.TextRule;
import dev.agenthost.actiongraph.validation.ViolationCollector;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads one action of the full DSL. */
public final class ActionReader {
    private static final String TYPE = "action";

    private ActionReader() {}

    /**
     * Reads an action.
     *
     * @param standardResult the result policy where the action declares none
     * @return null after an error was added
     */
    public static @Nullable DeclaredAction read(
            JsonNode value, String path, ResultPolicy standardResult, ViolationCollector violations) {
        int errorsBefore = violations.errorCount();
        ObjectReader members = ObjectReader.of(value, path, violations);
        if (members == null) {
            return null;
        }
        JsonNode type = members.require("type", "write \"type\": \"action\"");
        if (type != null && !TYPE.equals(type.textValue())) {
            members.error("type", Rule.FIELD_VALUE, "must be \"action\"");
        }
        String id = members.requireText("id", TextRule.ACTION_ID);
        ActionDescription description = description(members);
        ExecutorRequest executor = ExecutorReader.read(members);
        List<String> dependsOn = dependencies(members, "depends_on");
        ActionInput input = input(members);
        Condition condition = ConditionMember.condition(members, "condition");
        Loop loop = ConditionMember.loop(members);
        ResourceAccess resources = resources(members);
        ActionPolicies policies = ActionPolicyReader.read(members, standardResult);
        members.finish();
        ExecutorReader.checkToolInput(executor, input, members);
        if (id == null || violations.errorCount() > errorsBefore) {
            return null;
        }
        Action action = new Action(id, description, executor, dependsOn, input, condition, loop, resources, policies);
        return declared(action, path, "depends_on", members.find("args") == null ? "input" : "args", violations);
    }

    /** Locates the references of an action; null if one of its input is malformed. */
    public static @Nullable DeclaredAction declared(
            Action action, String path, String dependsMember, String inputMember, ViolationCollector violations) {
        int errorsBefore = violations.errorCount();
        DeclaredAction declared = new DeclaredAction(
                action, path, dependsMember, ActionDependencies.locate(action, path, inputMember, violations));
        return violations.errorCount() > errorsBefore ? null : declared;
    }

    /** Reads ids of actions: an array, or one id. */
    public static List<String> dependencies(ObjectReader members, String member) {
        return members.listOrOne(
                member,
                Action.MAX_DEPENDENCIES,
                (value, path, violations) -> ObjectReader.text(value, path, TextRule.ACTION_ID, violations));
    }

    private static ActionDescription description(ObjectReader members) {
        return new ActionDescription(
                members.text("title", TextRule.line(ActionDescription.MAX_TITLE)),
                members.text("description", TextRule.prose(ActionDescription.MAX_TEXT)),
                members.text("reason", TextRule.prose(ActionDescription.MAX_TEXT)),
                members.text("operation", TextRule.LABEL_TEXT));
    }

    private static ActionInput input(ObjectReader members) {
        JsonNode input = members.find("input");
        JsonNode args = members.find("args");
        if (input != null && args != null) {
            members.error("args", Rule.FIELD_CONFLICT, "repeats input; an action has either input or args");
        }
        if (args != null && !args.isObject()) {
            members.error("args", Rule.FIELD_TYPE, "must be an object");
        }
        List<Reference> context = members.list("context_refs", ActionInput.MAX_CONTEXT_REFS, ReferenceMember::read);
        JsonNode promptValue = members.find("prompt_ref");
        Reference prompt = promptValue == null
                ? null
                : ReferenceMember.read(promptValue, members.path("prompt_ref"), members.violations());
        if (prompt != null && !(prompt instanceof Reference.Section)) {
            members.error("prompt_ref", Rule.FIELD_VALUE, "must refer to a Markdown section, such as md:review.prompt");
        }
        return new ActionInput(
                input == null ? args : input, context, prompt instanceof Reference.Section section ? section : null);
    }

    private static ResourceAccess resources(ObjectReader members) {
        ObjectReader resources = members.object("resources");
        if (resources == null) {
            return ResourceAccess.NONE;
        }
        ResourceAccess access = new ResourceAccess(names(resources, "reads"), names(resources, "writes"));
        resources.finish();
        return access;
    }

    private static List<String> names(ObjectReader resources, String member) {
        return resources.list(
                member,
                ResourceAccess.MAX_RESOURCES,
                (value, path, violations) ->
                        ObjectReader.text(value, path, TextRule.line(ResourceAccess.MAX_NAME), violations));
    }
}
