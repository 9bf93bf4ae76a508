// A clownfish. Made by samples/unreal.cpp of Thaw.
class ThawFish expands Decoration;

#exec MESH IMPORT MESH=ThawFish ANIVFILE=MODELS\ThawFish_a.3d DATAFILE=MODELS\ThawFish_d.3d X=0 Y=0 Z=0
#exec MESH ORIGIN MESH=ThawFish X=-310 Y=0 Z=0

#exec MESH SEQUENCE MESH=ThawFish SEQ=All STARTFRAME=0 NUMFRAMES=46
#exec MESH SEQUENCE MESH=ThawFish SEQ=Swim STARTFRAME=0 NUMFRAMES=16 RATE=18
#exec MESH SEQUENCE MESH=ThawFish SEQ=Turn STARTFRAME=16 NUMFRAMES=14 RATE=20
#exec MESH SEQUENCE MESH=ThawFish SEQ=Rest STARTFRAME=30 NUMFRAMES=16 RATE=8
#exec MESH NOTIFY MESH=ThawFish SEQ=Turn TIME=0.5 FUNCTION=Flick

#exec TEXTURE IMPORT NAME=JThawFish FILE=MODELS\ThawFish.pcx GROUP=Skins
#exec MESHMAP NEW MESHMAP=ThawFish MESH=ThawFish
#exec MESHMAP SCALE MESHMAP=ThawFish X=0.03 Y=0.03 Z=0.06
#exec MESHMAP SETTEXTURE MESHMAP=ThawFish NUM=0 TEXTURE=JThawFish

function Flick()
{
}

defaultproperties
{
     Mesh=LodMesh'ThawFish.ThawFish'
     DrawType=DT_Mesh
}
