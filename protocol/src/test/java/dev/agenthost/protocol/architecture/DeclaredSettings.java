package dev.agenthost.protocol.architecture;

import com.sun.source.tree.AnnotationTree;
import com.sun.source.tree.AssignmentTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.ParameterizedTypeTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreeScanner;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import javax.lang.model.element.Modifier;
import javax.tools.JavaFileObject.Kind;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/** The settings of {@code agenthost} that a Java source declares by {@code @ConfigMapping} or {@code @ConfigProperty}, with their defaults. */
final class DeclaredSettings extends TreeScanner<@Nullable Void, @Nullable Void> {
    private static final String PREFIX = "agenthost.";
    private static final String ANY_NAME = "\"*\"";

    private final Map<String, String> settings = new TreeMap<>();

    private DeclaredSettings() {}

    /** Returns names to defaults; the default is empty if there is none. */
    static Map<String, String> of(String source) {
        if (!source.contains("@ConfigMapping") && !source.contains("@ConfigProperty")) {
            return Map.of();
        }
        var file = new SimpleJavaFileObject(URI.create("string:///Source.java"), Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                return source;
            }
        };
        var declared = new DeclaredSettings();
        try {
            var task = (JavacTask)
                    ToolProvider.getSystemJavaCompiler().getTask(null, null, null, List.of(), null, List.of(file));
            task.parse().forEach(unit -> declared.scan(unit, null));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return declared.settings;
    }

    @Override
    public @Nullable Void visitAnnotation(AnnotationTree annotation, @Nullable Void nothing) {
        if (annotation.getAnnotationType().toString().equals("ConfigProperty")) {
            String name = argument(annotation, "name").orElse("");
            if (name.startsWith(PREFIX)) {
                settings.putIfAbsent(name, argument(annotation, "defaultValue").orElse(""));
            }
        }
        return super.visitAnnotation(annotation, nothing);
    }

    @Override
    public @Nullable Void visitClass(ClassTree type, @Nullable Void nothing) {
        annotation(type.getModifiers().getAnnotations(), "ConfigMapping")
                .flatMap(mapping -> argument(mapping, "prefix"))
                .filter(prefix -> prefix.startsWith(PREFIX))
                .ifPresent(prefix -> members(prefix, type, nested(type)));
        return super.visitClass(type, nothing);
    }

    private void members(String prefix, ClassTree type, Map<String, ClassTree> nested) {
        for (Tree member : type.getMembers()) {
            if (member instanceof MethodTree method
                    && method.getBody() == null
                    && !method.getModifiers().getFlags().contains(Modifier.STATIC)) {
                member(prefix, method, nested);
            }
        }
    }

    private void member(String prefix, MethodTree method, Map<String, ClassTree> nested) {
        List<? extends AnnotationTree> annotations = method.getModifiers().getAnnotations();
        String name = annotation(annotations, "WithParentName").isPresent() ? prefix : prefix + "." + kebab(method);
        Tree type = method.getReturnType();
        if (type instanceof ParameterizedTypeTree map
                && map.getType().toString().equals("Map")) {
            name = name + "." + ANY_NAME;
            type = map.getTypeArguments().get(1);
        }
        ClassTree group = nested.get(type.toString());
        if (group != null && group.getKind() == Tree.Kind.INTERFACE) {
            members(name, group, nested);
        } else {
            String given = annotation(annotations, "WithDefault")
                    .flatMap(value -> argument(value, "value"))
                    .orElse("");
            settings.put(name, given);
        }
    }

    private static Map<String, ClassTree> nested(ClassTree type) {
        Map<String, ClassTree> nested = new HashMap<>();
        for (Tree member : type.getMembers()) {
            if (member instanceof ClassTree inner) {
                nested.put(inner.getSimpleName().toString(), inner);
            }
        }
        return nested;
    }

    private static String kebab(MethodTree method) {
        return method.getName()
                .toString()
                .replaceAll("([a-z0-9])([A-Z])", "$1-$2")
                .toLowerCase(Locale.ROOT);
    }

    private static Optional<? extends AnnotationTree> annotation(List<? extends AnnotationTree> all, String name) {
        return all.stream()
                .filter(one -> one.getAnnotationType().toString().equals(name))
                .findFirst();
    }

    /** The literal of an argument; empty if there is none, or if it is a constant. */
    private static Optional<String> argument(AnnotationTree annotation, String name) {
        for (ExpressionTree argument : annotation.getArguments()) {
            if (argument instanceof AssignmentTree assignment
                    && assignment.getVariable().toString().equals(name)) {
                return literal(assignment.getExpression());
            }
            if (!(argument instanceof AssignmentTree) && name.equals("value")) {
                return literal(argument);
            }
        }
        return Optional.empty();
    }

    private static Optional<String> literal(ExpressionTree expression) {
        return expression instanceof LiteralTree literal
                ? Optional.of(literal.getValue().toString())
                : Optional.empty();
    }
}
