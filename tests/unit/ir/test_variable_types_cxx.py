"""Parts of C++ variables: bases and members by name, what the library calls its own left out."""

import pytest

from raddle.ir.debuginfo import DebugInfo
from raddle.ir.module import Module
from raddle.ir.parse import parse_module
from raddle.ir.variable_types import is_of_library, part_at, size_of

TEXT = """
!1 = !DINamespace(name: "std", scope: null)
!2 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!3 = distinct !DICompositeType(tag: DW_TAG_class_type, name: "mutex", scope: !1, size: 320, elements: !4)
!4 = !{!5}
!5 = !DIDerivedType(tag: DW_TAG_inheritance, scope: !3, baseType: !6, extraData: i32 0)
!6 = distinct !DICompositeType(tag: DW_TAG_class_type, name: "__mutex_base", scope: !1, size: 320, elements: !7)
!7 = !{!8}
!8 = !DIDerivedType(tag: DW_TAG_member, name: "_M_mutex", scope: !6, baseType: !2, size: 32)
!9 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "Base", size: 64, elements: !10)
!10 = !{!11, !12}
!11 = !DIDerivedType(tag: DW_TAG_member, name: "count", baseType: !2, size: 32, flags: DIFlagStaticMember)
!12 = !DIDerivedType(tag: DW_TAG_member, name: "id", baseType: !2, size: 32, offset: 32)
!13 = distinct !DICompositeType(tag: DW_TAG_class_type, name: "Account", size: 512, elements: !14)
!14 = !{!15, !16, !17, !18}
!15 = !DIDerivedType(tag: DW_TAG_inheritance, scope: !13, baseType: !9)
!16 = !DIDerivedType(tag: DW_TAG_member, name: "lock", baseType: !3, size: 320, offset: 64)
!17 = !DIDerivedType(tag: DW_TAG_member, name: "balance", baseType: !2, size: 32, offset: 384)
!18 = !DIDerivedType(tag: DW_TAG_member, name: "items", baseType: !19, size: 64, offset: 448)
!19 = distinct !DICompositeType(tag: DW_TAG_class_type, name: "vector<int>", scope: !1, size: 64, elements: !20)
!20 = !{!21}
!21 = !DIDerivedType(tag: DW_TAG_member, name: "_M_finish", scope: !19, baseType: !2, size: 64)
"""


def path(offset: int) -> str:
    return part_at(DebugInfo(TEXT), 13, offset).path


def test_members_of_a_base_class_are_members() -> None:
    assert path(4) == ".id" and path(48) == ".balance"


def test_a_mutex_is_of_one_piece() -> None:
    assert path(8) == ".lock"


def test_a_part_of_a_container_has_the_last_name_without_ornaments() -> None:
    assert path(56) == ".items.finish"


def test_a_store_that_initialises_a_global_stands_on_the_line_of_what_is_stored() -> None:
    debug = DebugInfo(
        """!1 = !DIFile(filename: "a.cpp", directory: "/src", checksumkind: CSK_MD5, checksum: "00ff")
!2 = distinct !DISubprogram(name: "__cxx_global_var_init.1", scope: !1, file: !1, flags: DIFlagArtificial)
!3 = !DILocation(line: 7, column: 16, scope: !2)
!4 = !DILocation(line: 0, scope: !2)
!5 = distinct !DISubprogram(name: "work", scope: !1, file: !1, line: 3)
!6 = !DILocation(line: 0, scope: !5)
"""
    )
    lines = [place.line for number in (3, 4, 6) if (place := debug.place(number)) is not None]
    assert lines == [7, 7, 0]
    assert list(debug.files()) == [("a.cpp", "/src", ("CSK_MD5", "00ff"))]


def test_nodes_that_refer_to_each_other_in_a_circle_come_to_an_end() -> None:
    """No compiler writes that."""
    debug = DebugInfo(
        """!1 = !DILocation(line: 3, scope: !2, inlinedAt: !1)
!2 = !DINamespace(name: "a", scope: !3)
!3 = !DINamespace(name: "b", scope: !2)
!4 = !DIDerivedType(tag: DW_TAG_typedef, baseType: !4)
!5 = !DICompositeType(tag: DW_TAG_class_type, name: "c", scope: !2)
"""
    )
    assert list(debug.chain(1, "inlinedAt")) == [1]
    assert debug.place(1) is not None
    assert not is_of_library(debug, 5)
    assert size_of(debug, 4) == 0


def test_the_variable_of_a_slot_is_looked_for_once(monkeypatch: pytest.MonkeyPatch) -> None:
    module = parse_module(
        "define void @f() {\nentry:\n  %x = alloca i32\n"
        "    #dbg_declare(ptr %x, !7, !DIExpression(), !8)\n  ret void\n}\n"
    )
    debug, look = DebugInfo(module.text), DebugInfo._variable_of
    looked: list[int] = []

    def counted(module: Module, line: int) -> int | None:
        looked.append(line)
        return look(module, line)

    monkeypatch.setattr(DebugInfo, "_variable_of", staticmethod(counted))
    (line,) = (number for number, text in enumerate(module.lines) if "alloca" in text)
    assert [debug.local_variable(module, line) for _ in range(3)] == [7, 7, 7]
    assert looked == [line]
